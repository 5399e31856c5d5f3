/** Forgotten passwords: a link by mail, to the user alone, which takes nothing away until it is used. */
// Proves: recovery-by-mail
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { tokenOf, usersOf } from "../support/administration.ts";
import { enrol } from "../support/authenticator.ts";
import { rowsOf } from "../support/event-rows.ts";
import type { ReceivedMail } from "../support/mail-server.ts";
import { type MailWorld, startMailWorld } from "../support/mail-world.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

const minute = 60_000;
const password = "five words nobody else has";

describe("a recovery", () => {
	let world: MailWorld;
	let name: string;
	let address: string;
	before(async () => {
		world = await startMailWorld();
	});
	after(() => world.stop());
	beforeEach(async () => {
		({ name, address } = await world.newReader());
		// Limits are of an hour.
		world.service.travel(61 * minute);
	});

	let visitors = 0;
	/** Each from an address of its own. */
	const visitor = (): Visitor => {
		visitors += 1;
		return world.service.visitor({ "x-forwarded-for": `192.0.${visitors >> 8}.${visitors & 255}` });
	};
	const ask = (login: unknown, by = visitor(), headers = {}) =>
		by.post("/api/auth/recovery", { login }, headers);
	async function recover(login: unknown = name): Promise<ReceivedMail> {
		assert.equal((await ask(login)).status, 202);
		return world.mail.next(address, /^(Set a new|Neues) /);
	}
	const told = (subject: RegExp) => world.mail.next(address, subject);
	const use = ({ link }: Pick<ReceivedMail, "link">, chosen = password) =>
		visitor().post("/api/auth/setup", { token: tokenOf(link), password: chosen });
	const logIn = (typed: string) => visitor().logIn(name, typed);

	it("by username or address takes nothing away until a new password is set, which then ends all sessions", async () => {
		const user = await world.service.loggedIn(name);
		const mails = [await recover(), await recover(address.toUpperCase())];
		for (const { to } of mails) assert.deepEqual(to, [address]);
		assert.equal((await user.get("/api/auth/session")).status, 200);
		assert.equal((await logIn(ADMIN_PASSWORD)).status, 200);
		assert.equal((await use(mails[0] as ReceivedMail)).status, 200);
		assertProblem(await user.get("/api/auth/session"), "session_ended");
		assertProblem(await logIn(ADMIN_PASSWORD), "invalid_credentials");
		assert.equal((await logIn(password)).status, 200);
		await told(/^New login/);
		await told(/password .* changed/);
	});

	it("that is asked for again sends the same link, and a further one when that is about to end", async () => {
		const first = await recover();
		world.service.travel(14 * minute);
		const second = await recover();
		assert.equal(second.link, first.link);
		const shown = await world.service.running.deployment.administration.setupLinks.listOpen();
		assert.ok(!shown.some(({ user }) => user.username === name), "no operator sees it");
		world.service.travel(2 * minute);
		const third = await recover();
		assert.notEqual(third.link, first.link);
		assert.equal((await use(first)).status, 200);
		assertProblem(await use(third), "not_found");
	});

	it("is sent three times an hour for an account, from all clients together", async () => {
		for (let time = 1; time <= 3; time++) await recover();
		await ask(name);
		await ask(address);
		await world.looked();
		assert.equal(world.mail.received.filter(({ to }) => to[0] === address).length, 3);
		const last = (await rowsOf(world.service, "authn_recovery_fail")).at(-1);
		const { id } = await world.service.running.deployment.administration.users.find(name);
		assert.deepEqual([last?.detail.reason, last?.user_id], ["limit", id]);
		world.service.travel(61 * minute);
		await recover();
	});

	it("is not sent any more to an address that the user has given up since", async () => {
		world.mail.behave("451 RCPT TO");
		await ask(name);
		await world.look(name, (delivery) => delivery?.attempts === 1 && delivery.leaseUntil === null);
		await usersOf(world.service).set(name, {
			email: `moved-${address}`,
			emailVerified: true,
		});
		world.service.travel(minute);
		await world.looked();
		const recoveries = world.mail.received.filter(({ parsed }) => /Set a new/.test(parsed.subject ?? ""));
		assert.deepEqual(
			recoveries.filter(({ to }) => [address, `moved-${address}`].includes(to[0] ?? "")),
			[],
		);
	});

	it("asks for the second factor all the same", async () => {
		await enrol(world.service, await world.service.loggedIn(name));
		await told(/login .* changed/);
		assertProblem(await use(await recover()), "second_factor_required");
	});

	it("survives all that scanners of mail do with a link", async () => {
		const mail = await recover();
		const { pathname } = new URL(mail.link);
		for (let time = 1; time <= 20; time++)
			for (const method of ["GET", "HEAD"] as const)
				assert.equal((await visitor().request(method, pathname)).status, 200);
		assert.equal((await visitor().post("/api/auth/setup/check", { token: tokenOf(mail.link) })).status, 204);
		assert.equal((await use(mail)).status, 200);
	});

	it("ends with a change of the password, with a reset, and when its user becomes an admin", async () => {
		const changed = await recover();
		const user = await world.service.loggedIn(name);
		const change = { currentPassword: ADMIN_PASSWORD, newPassword: password };
		assert.equal((await user.post("/api/auth/password", change)).status, 200);
		assertProblem(await use(changed), "not_found");
		const reset = await recover();
		const { setupLink } = await usersOf(world.service).reset(name);
		assertProblem(await use(reset), "not_found");
		assert.equal((await use({ link: setupLink ?? "" })).status, 200);
		const promoted = await recover();
		const { database } = world.service.running.deployment.opened;
		await database.updateTable("users").set({ role: "admin" }).where("username", "=", name).execute();
		assertProblem(await use(promoted), "not_found");
	});

	describe("never goes to", () => {
		const asking: Array<[who: string, login: () => Promise<unknown> | unknown]> = [
			["an unknown user", () => "nobody"],
			["an unknown address", () => "unknown@example.com"],
			["an address that was never confirmed", async () => unready({ email_verified_at: null })],
			["a disabled user", async () => unready({ disabled_at: 1 })],
			["a user whose password an operator has taken away", async () => unready({ password_hash: null })],
			["an admin", async () => unready({ role: "admin" })],
			["a further recipient", () => `${address},attacker@evil.example`],
			["a further recipient in angle brackets", () => `${address} <attacker@evil.example>`],
			["a further header", () => `${address}\r\nBcc: attacker@evil.example`],
			["a quoted twin", () => `"${address}"@evil.example`],
			["a twin in another script", () => address.replace("e", "\u0435")],
			["a twin that is folded by others", () => address.replace("reader", "reader\u00ad")],
		];
		async function unready(change: object): Promise<string> {
			const { database } = world.service.running.deployment.opened;
			await database.updateTable("users").set(change).where("username", "=", name).execute();
			return name;
		}
		const inVain = () => rowsOf(world.service, "authn_recovery_fail");
		async function assertNoMail(): Promise<void> {
			await world.looked();
			const { database } = world.service.running.deployment.opened;
			const waiting = database.selectFrom("deliveries").select("id").where("subject_id", "is", null);
			assert.deepEqual(await waiting.execute(), []);
			const links = database
				.selectFrom("setup_links")
				.innerJoin("users", "users.id", "user_id")
				.select("purpose");
			assert.deepEqual(await links.where("username", "=", name).execute(), []);
			const reached = world.mail.received.map(({ to }) => to.join());
			assert.deepEqual(
				reached.filter((to) => !earlier.includes(to)),
				[],
			);
		}
		let earlier: string[];
		beforeEach(() => {
			earlier = world.mail.received.map(({ to }) => to.join());
		});
		for (const [who, login] of asking) {
			it(who, async () => {
				const { length } = await inVain();
				const [usual, typed] = [await ask("unknown"), await login()];
				const answer = await ask(typed);
				assert.deepEqual([answer.status, answer.text], [202, usual.text]);
				await assertNoMail();
				const reasons = (await inVain()).slice(length).map(({ detail }) => detail.reason);
				assert.deepEqual(reasons.sort(), [typed === name ? "no_recovery" : "unknown_name", "unknown_name"]);
			});
		}

		it("more than one address: a list is no login", async () => {
			for (const login of [
				[address, "attacker@evil.example"],
				{ 0: address },
				[address],
				null,
				1,
				"",
				"x".repeat(1000),
			])
				assertProblem(await ask(login), "validation_failed");
			const pair = await visitor().post("/api/auth/recovery", {
				login: name,
				email: "attacker@evil.example",
			});
			assertProblem(pair, "unknown_field");
			await assertNoMail();
		});
	});

	it("links to the base URL, whatever host the request names", async () => {
		const { baseUrl } = world.service;
		for (const header of ["host", "x-forwarded-host", "forwarded"]) {
			const host = header === "forwarded" ? "host=evil.example" : "evil.example";
			const answer = await visitor().post("/api/auth/recovery", { login: name }, { [header]: host });
			assert.equal(answer.status, 202, answer.text);
			const { link, raw } = await world.mail.next(address);
			assert.ok(link.startsWith(`${baseUrl}/setup#`), link);
			assert.doesNotMatch(raw, /evil/);
		}
	});

	it("of an address that several users have is one mail, with a link for each", async () => {
		const others = [`${name}-b`, `${name}-c`];
		for (const other of others) await world.addReader(other, address);
		const { parsed } = await recover(address);
		const links = [...(parsed.text ?? "").matchAll(/https?:\S+/g)].map(([link]) => link);
		const usernames = links.map((link) => new URLSearchParams(new URL(link).hash.slice(1)).get("username"));
		assert.deepEqual(usernames, [name, ...others]);
		assert.equal((await use({ link: links[1] ?? "" })).status, 200);
		assert.equal((await visitor().logIn(others[0] ?? "", password)).status, 200);
		assert.equal((await logIn(ADMIN_PASSWORD)).status, 200);
	});

	it("is in the language of its user", async () => {
		const { database } = world.service.running.deployment.opened;
		await database.updateTable("users").set({ locale: "de-AT" }).where("username", "=", name).execute();
		const { parsed, raw } = await recover();
		assert.match(parsed.subject ?? "", /^Neues Passwort für /);
		assert.match(raw, /^Content-Language: de\r?$/m);
	});

	it("is asked for with a CSRF token, from an origin of ours", async () => {
		assertProblem(await ask(name, visitor(), { csrf: "" }), "csrf_missing");
		assertProblem(await ask(name, visitor(), { origin: "https://evil.example" }), "origin_forbidden");
	});
});
