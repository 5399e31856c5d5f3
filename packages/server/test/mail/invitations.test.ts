/** Links that operators send, and addresses that users confirm. */
// Proves: email-address, links-used-by-hand
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { tokenOf, usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner, type Run } from "../support/command.ts";
import { createTestDatabase } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { holdBack } from "../support/held-back.ts";
import { type MailWorld, startMailWorld } from "../support/mail-world.ts";
import { cookieOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, TEST_SECRET } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

const hour = 3_600_000;
const password = "five words nobody else has";

describe("mail", () => {
	const database = createTestDatabase("sqlite");
	let world: MailWorld;
	let run: Run;
	let users = 0;
	let name: string;
	let address: string;
	before(async () => {
		const databaseUrl = await database.url();
		world = await startMailWorld({ databaseUrl });
		run = createHostedRunner({
			...cheap,
			...world.mail.settings,
			SALLYPORT_SECRET: TEST_SECRET,
			SALLYPORT_DATABASE_URL: databaseUrl,
			SALLYPORT_BASE_URL: world.service.baseUrl,
		});
	});
	after(async () => {
		await world.stop();
		await database.remove();
	});
	beforeEach(() => {
		users += 1;
		name = `user${users}`;
		address = `reader${users}@example.com`;
	});

	const emailOf = async (who = name) => {
		const { email, emailVerifiedAt } = await usersOf(world.service).find(who);
		return [email, emailVerifiedAt !== null];
	};
	const setUp = (token: string) => world.service.visitor().post("/api/auth/setup", { token, password });

	describe("of an operator", () => {
		it("invites a user, whose address is verified by using the link; no command prints it", async () => {
			const invited = await run(`user invite ${name} --email ${address} --mail --locale de`);
			assert.match(
				invited.out,
				new RegExp(`^Added user ${name}\\. A link .* goes to ${address}\\. It works once, until `),
			);
			assert.doesNotMatch(invited.out, /setup#/);
			const { parsed, link } = await world.mail.next(address);
			assert.match(parsed.subject ?? "", /^Ihr Konto bei /);
			assert.deepEqual(await emailOf(), [address, false]);
			assert.equal((await setUp(tokenOf(link))).status, 200);
			assert.deepEqual(await emailOf(), [address, true]);
			assert.equal((await world.service.visitor().logIn(name, password)).status, 200);
			// A new user gets no notice of their own first password.
			await world.looked();
			const subjects = world.mail.received
				.filter(({ to }) => to[0] === address)
				.map((mail) => mail.parsed.subject);
			assert.equal(
				subjects.some((subject) => /Passwort/.test(subject ?? "")),
				false,
				subjects.join(),
			);
		});

		it("resets a user, whose address is verified by using the link", async () => {
			await world.addReader(name, address, { verified: false });
			const { sentTo, setupLink } = (await run(`user reset ${name} --mail --json`)).json();
			assert.deepEqual([sentTo, setupLink], [address, null]);
			const { parsed, link } = await world.mail.next(address);
			assert.match(parsed.text ?? "", /has removed the password/);
			assert.equal((await setUp(tokenOf(link))).status, 200);
			assert.deepEqual(await emailOf(), [address, true]);
		});

		it("needs an address, and a mail server", async () => {
			await world.service.addUser(name);
			assert.match((await run(`user reset ${name} --mail`)).err, /no e-mail address to send the link to/);
			assert.match((await run(`user invite ${name}-b --mail`)).err, /--mail needs --email/);
			const more = { SALLYPORT_MAIL_URL: "" };
			const without = await run(`user invite ${name}-b --email ${address} --mail`, { more });
			assert.match(without.err, /This service sends no mail: SALLYPORT_MAIL_URL is not set/);
			await assert.rejects(usersOf(world.service).find(`${name}-b`));
		});
	});

	describe("to a new address", () => {
		let user: Visitor;
		beforeEach(async () => {
			await world.addReader(name, address);
			user = await world.service.loggedIn(name);
		});
		const ask = (email: string, by = user) => by.post("/api/auth/email", { email });
		const confirm = (token: string, by = user) => by.post("/api/auth/email/confirm", { token });
		async function tokenFor(email: string): Promise<string> {
			assert.equal((await ask(email)).status, 202);
			const { link } = await world.mail.next(email, /^Confirm/);
			assert.ok(link.startsWith(`${world.service.baseUrl}/email#token=`), link);
			return tokenOf(link);
		}

		it("changes nothing until its user, logged in, confirms it; the previous one gets a notice", async () => {
			const wanted = `changed${users}@example.com`;
			const token = await tokenFor(wanted);
			assert.deepEqual(await emailOf(), [address, true]);
			await world.service.addUser(`attacker${users}`);
			const attacker = await world.service.loggedIn(`attacker${users}`);
			assertProblem(await confirm(token, attacker), "not_found");
			assertProblem(await confirm(token, world.service.visitor()), "unauthenticated");
			const { body } = await confirm(token);
			assert.equal(body?.message, "Address confirmed");
			assert.deepEqual(await emailOf(), [wanted, true]);
			assertProblem(await confirm(token), "setup_link_used");
			for (const to of [address, wanted]) {
				const { raw, parsed } = await world.mail.next(to, /address .* was changed/);
				assert.equal((parsed.text ?? "").includes("You will get no more mail"), to === address);
				assert.equal(raw.includes(to === address ? wanted : address), false, "neither tells the other");
			}
			const [event] = (await rowsOf(world.service, "user_email_confirmed")).slice(-1);
			assert.doesNotMatch(JSON.stringify(event), /example\.com/);
		});

		it("changes nothing once the session was ended, however late the body of a confirmation comes", async () => {
			const token = await tokenFor(`late-${address}`);
			const csrf = await world.service.copiedCsrf(user);
			const confirmation = `${world.service.baseUrl}/api/auth/email/confirm`;
			const finish = await holdBack(confirmation, { ...cookieOf(user), csrf }, { token });
			await usersOf(world.service).endSessions(name);
			assert.match(await finish(), /^401 .*"session_ended"/);
			assert.deepEqual(await emailOf(), [address, true]);
		});

		it("opens nothing but that: its token sets no password, and the token of a password confirms no address", async () => {
			await usersOf(world.service).set(name, { emailVerified: false });
			const token = await tokenFor(address);
			// The second is stored as the first is: what confirms an address is hashed under this word.
			for (const given of [token, `email ${token}`]) {
				assertProblem(
					await world.service.visitor().post("/api/auth/setup/check", { token: given }),
					"not_found",
				);
				assertProblem(await setUp(given), "not_found");
			}
			const { setupLink } = await usersOf(world.service).reset(name);
			user = world.service.visitor();
			assert.equal((await user.post("/api/auth/setup", { token: tokenOf(setupLink), password })).status, 200);
			assertProblem(await confirm("x".repeat(43)), "not_found");
			assertProblem(await confirm(tokenOf(setupLink)), "not_found");
		});

		it("gives way to a later one, and works for a day", async () => {
			const [first, second] = [await tokenFor(`a-${address}`), await tokenFor(`b-${address}`)];
			assertProblem(await confirm(first), "not_found");
			world.service.travel(24 * hour);
			user = await world.service.loggedIn(name);
			assertProblem(await confirm(second), "not_found");
			assert.deepEqual(await emailOf(), [address, true]);
		});

		it("takes a recent authentication, one sound address, and happens three times an hour", async () => {
			for (const email of [
				"ada",
				`${address},b@example.com`,
				`${address}\r\nBcc: b@example.com`,
				`"a"@example.com`,
				"аda@example.com",
			])
				assertProblem(await ask(email), "validation_failed");
			assertProblem(await user.post("/api/auth/email", { email: [address] }), "validation_failed");
			assertProblem(await ask(address, world.service.visitor()), "unauthenticated");
			for (let time = 1; time <= 3; time++) await tokenFor(`${time}-${address}`);
			assertProblem(await ask(`4-${address}`), "rate_limited");
			world.service.travel(hour / 4 + 1000);
			assertProblem(await ask(`4-${address}`), "reauthentication_required");
			await user.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
			world.service.travel(hour);
			user = await world.service.loggedIn(name);
			await tokenFor(`4-${address}`);
		});
	});
});
