/** A link that was mailed is for one user at one address: what happens to either of them ends it, and what others ask for does not. */
// Proves: recovery-by-mail, email-address
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { sql } from "kysely";
import { tokenOf, usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createTestDatabase } from "../support/databases.ts";
import { beforeNext, eventually, waits } from "../support/interleave.ts";
import { type MailWorld, startMailWorld } from "../support/mail-world.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService } from "../support/service.ts";

const minute = 60_000;
const password = "five words nobody else has";

describe("a link from a mailbox", () => {
	let world: MailWorld;
	let visits = 0;
	let name: string;
	let address: string;
	before(async () => {
		world = await startMailWorld();
	});
	after(() => world.stop());
	beforeEach(() => {
		({ name, address } = world.newName());
	});

	const operator = () => usersOf(world.service);
	const visitor = () => {
		visits += 1;
		return world.service.visitor({ "x-forwarded-for": `192.0.2.${visits}` });
	};
	const use = (token: string) => visitor().post("/api/auth/setup", { token, password });
	async function recover(): Promise<string> {
		assert.equal((await visitor().post("/api/auth/recovery", { login: name })).status, 202);
		return tokenOf((await world.mail.next(address, /^Set a new/)).link);
	}
	async function ask(email: string, user = world.service.loggedIn(name)): Promise<string> {
		assert.equal((await (await user).post("/api/auth/email", { email })).status, 202);
		return tokenOf((await world.mail.next(email, /^Confirm/)).link);
	}
	const invite = () =>
		operator().add({ name, role: "user", passwordHash: null, profile: { email: address }, invite: "mail" });

	/** Whether an operator sees an open link of the user, in both places that show one. */
	async function showsLink(): Promise<boolean> {
		const { users, openLinks } = world.service.running.deployment.administration;
		const { rows } = await openLinks.page({ after: null, most: 200 });
		const isListed = rows.some(({ username }) => username === name);
		assert.equal((await users.show(name)).setupLinkExpiresAt !== null, isListed);
		return isListed;
	}

	it("sets the first password of a user who was imported without one", async () => {
		await world.addReader(name, address);
		const { database } = world.service.running.deployment.opened;
		const none = { password_hash: null, password_changed_at: null };
		await database.updateTable("users").set(none).where("username", "=", name).execute();
		assert.equal((await use(await recover())).status, 200);
	});

	describe("for a forgotten password ends", () => {
		it("after half an hour", async () => {
			await world.addReader(name, address);
			const token = await recover();
			world.service.travel(30 * minute + 1);
			assertProblem(await use(token), "not_found");
		});

		const changes: Record<string, () => Promise<unknown>> = {
			"with another address": () => operator().set(name, { email: `new-${address}`, emailVerified: true }),
			"with an address that counts as verified no more": () => operator().set(name, { emailVerified: false }),
			"when its user becomes an admin": () => operator().setRole(name, "admin"),
			"when its user is disabled": () => operator().disable(name),
		};
		for (const [when, change] of Object.entries(changes)) {
			it(`${when}, also while the new password is being hashed`, async () => {
				await world.addReader(name, address);
				const token = await recover();
				beforeNext(world.service.running.hasher, "hash", change);
				assert.ok([404, 409].includes((await use(token)).status));
				assertProblem(await use(token), "not_found");
				await operator().enable(name);
				assert.equal((await visitor().logIn(name, ADMIN_PASSWORD)).status, 200);
			});
		}

		it("and is sent again, however often others have asked, when none is open any more", async () => {
			await world.addReader(name, address);
			for (let time = 1; time <= 3; time++) await recover();
			const ask = () => visitor().post("/api/auth/recovery", { login: name });
			await ask();
			world.service.travel(31 * minute);
			const token = await recover();
			await ask();
			await world.looked();
			assert.equal(world.mail.received.filter(({ to }) => to[0] === address).length, 4);
			assert.equal((await use(token)).status, 200);
		});

		it("with a new password, also one that is set where no mail is sent", async () => {
			const { databaseUrl } = world.service.running.deployment.config;
			const other = await startTestService({ databaseUrl, settings: cheap });
			await world.addReader(name, address);
			const token = await recover();
			const change = { currentPassword: ADMIN_PASSWORD, newPassword: password };
			assert.equal((await (await other.loggedIn(name)).post("/api/auth/password", change)).status, 200);
			assertProblem(await use(token), "not_found");

			({ name, address } = world.newName());
			const profile = { email: address, emailVerified: true };
			const { setupLink } = await operator().add({ name, role: "user", passwordHash: null, profile });
			const first = await recover();
			const setup = { token: tokenOf(setupLink), password };
			assert.equal((await other.visitor().post("/api/auth/setup", setup)).status, 200);
			await other.stop();
			assertProblem(await use(first), "not_found");
		});

		it("with an address that its user has confirmed", async () => {
			await world.addReader(name, address);
			const token = await recover();
			const user = world.service.loggedIn(name);
			const confirmation = { token: await ask(`new-${address}`, user) };
			assert.equal((await (await user).post("/api/auth/email/confirm", confirmation)).status, 200);
			assertProblem(await use(token), "not_found");
		});
	});

	it("of an operator ends with another address", async () => {
		await invite();
		world.service.running.deployment.outbox.nudge();
		const { link } = await world.mail.next(address);
		assert.equal(await showsLink(), true);
		await operator().set(name, { email: `right-${address}` });
		assertProblem(await use(tokenOf(link)), "not_found");
		assert.equal(await showsLink(), false);
	});

	it("of an operator is not sent to an address that was corrected before", async () => {
		world.mail.behave("451 RCPT TO");
		await invite();
		await world.look(name, (delivery) => delivery?.attempts === 1 && delivery.leaseUntil === null);
		await operator().set(name, { email: `right-${address}` });
		world.service.travel(minute);
		await world.look(name, (delivery) => delivery?.state === "failed");
		assert.equal((await world.delivery(name))?.lastStatus, "address_changed");
		assert.equal(
			world.mail.received.some(({ to }) => to[0] === address),
			false,
		);
	});

	it("of an operator to a wrong address is not lost: it fails, is not sent again, and goes with a new one to the right address", async () => {
		const { mails } = world.service.running.deployment.administration;
		const ofName = async () => (await mails.list(50)).filter(({ username }) => username === name);
		world.mail.behave("550 RCPT TO");
		await invite();
		await world.look(name, (delivery) => delivery?.state === "failed");
		const right = `right-${address}`;
		await operator().set(name, { email: right });
		const [failed] = await ofName();
		await assert.rejects(
			mails.retry(failed?.id),
			/the address has changed.* sallyport user reset NAME --mail/,
		);
		assert.equal((await mails.retry()).retried, 0);
		await operator().invite(name, "mail");
		world.service.running.deployment.outbox.nudge();
		assert.equal((await use(tokenOf((await world.mail.next(right)).link))).status, 200);
		assert.deepEqual(
			(await ofName()).map(({ state, lastStatus }) => [state, lastStatus]),
			[["sent", "250"]],
		);
	});

	describe("to an address that an attacker has asked for ends with", () => {
		let token: string;
		beforeEach(async () => {
			await world.addReader(name, address);
			token = await ask(`attacker-${name}@evil.example`);
		});
		async function assertDead(by: string): Promise<void> {
			const user = await world.service.loggedIn(name, by);
			assertProblem(await user.post("/api/auth/email/confirm", { token }), "not_found");
		}

		it("a change of the password", async () => {
			const user = await world.service.loggedIn(name);
			await user.post("/api/auth/password", { currentPassword: ADMIN_PASSWORD, newPassword: password });
			await assertDead(password);
		});

		it("a password that was set by a link", async () => {
			assert.equal((await use(await recover())).status, 200);
			await assertDead(password);
		});

		it("a reset", async () => {
			const { setupLink } = await operator().reset(name);
			assert.equal((await use(tokenOf(setupLink))).status, 200);
			await assertDead(password);
		});

		it("an account that was disabled", async () => {
			await operator().disable(name);
			await operator().enable(name);
			await assertDead(ADMIN_PASSWORD);
		});
	});
});

// The one that came second was told that its link had never been good.
it("a link that confirms an address is good once, and a second use at that moment is refused as one (postgres)", async () => {
	const database = createTestDatabase("postgres");
	const world = await startMailWorld({ databaseUrl: await database.url() });
	try {
		await world.addReader("ada", "ada@example.com");
		const user = await world.service.loggedIn("ada");
		await user.post("/api/auth/email", { email: "new@example.com" });
		const token = tokenOf((await world.mail.next("new@example.com")).link);
		const { database: queries } = world.service.running.deployment.opened;
		const both = await queries.transaction().execute(async (holding) => {
			await sql`update users set role = role where username = 'ada'`.execute(holding);
			const confirm = () => user.post("/api/auth/email/confirm", { token });
			const confirmed = [confirm(), confirm()];
			await eventually(() => waits(queries, 2));
			return confirmed;
		});
		assert.deepEqual((await Promise.all(both)).map(({ status }) => status).sort(), [200, 409]);
	} finally {
		await world.stop();
		await database.remove();
	}
});
