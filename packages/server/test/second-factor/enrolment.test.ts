/** A login in which an overdue second factor is added. */
// Proves: enrolment-at-login
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { tokenOf, usersOf } from "../support/administration.ts";
import { authenticatorOf, enrol, wrongCode } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import {
	addAppAtLogin,
	addUserOf,
	atInstance,
	DAY,
	insertApp,
	makeOverdue,
	returning,
} from "../support/enrolment.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { createCredential } from "../support/software-authenticator.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const PASSWORD = "five words nobody else has";
const totp = "/api/auth/login/totp";
const activate = `${totp}/activate`;
const newPasskey = "/api/auth/login/new-passkey";

forEachDatabase("a second factor that is overdue", (database) => {
	let instances: [TestService, TestService];
	let service: TestService;
	before(async () => {
		const settings = { ...cheap, SALLYPORT_SECOND_FACTOR: "everybody", SALLYPORT_ADDRESS_FAILURES: "10000" };
		const start = async () => startTestService({ databaseUrl: await database.url(), settings });
		service = await start();
		instances = [service, await start()];
	});
	after(async () => {
		for (const each of instances) await each.stop();
	});
	const travel = (milliseconds: number) => {
		for (const each of instances) each.travel(milliseconds);
	};

	/** A user whose time is over, and the answer to a login from a device that the user knows. */
	async function overdue(name: string): Promise<{ visitor: Visitor; refused: Answer }> {
		await addUserOf(service, name);
		const before = await service.loggedIn(name);
		travel(8 * DAY);
		return logInAgain(name, before);
	}
	async function logInAgain(name: string, before: Visitor) {
		const visitor = returning(service, before);
		const refused = await visitor.logIn(name, ADMIN_PASSWORD, { session: true });
		assertProblem(refused, "enrolment_required");
		return { visitor, refused };
	}
	const rowsOf = async (name: string) => {
		const queries = service.running.deployment.opened.database;
		const user = queries.selectFrom("users").select("id").where("username", "=", name);
		return {
			apps: (await queries.selectFrom("totp_secrets").select("id").where("user_id", "in", user).execute())
				.length,
			live: (
				await queries
					.selectFrom("sessions")
					.select("id")
					.where("user_id", "in", user)
					.where("ended_at", "is", null)
					.where("expires_at", ">", service.now())
					.execute()
			).length,
		};
	};

	it("is added in the login itself, by a browser that the user has logged in with before", async () => {
		const { visitor, refused } = await overdue("ada");
		const { offered, app, activation } = await addAppAtLogin(service, visitor, refused);
		assert.equal(offered.status, 200, offered.text);
		assert.deepEqual(await rowsOf("ada"), { apps: 0, live: 0 });
		const answer = await visitor.post(activate, activation);
		assert.equal(answer.status, 200, answer.text);
		const codes = answer.body?.recoveryCodes as string[];
		assert.equal(codes.length, 10);
		assert.equal(answer.body?.token, undefined);
		const session = (await visitor.get("/api/auth/session")).body?.session ?? {};
		assert.deepEqual({ ...session, amr: ["pwd", "otp", "mfa"], acr: "aal2" }, session);
		const { secondFactor } = (await visitor.get("/api/auth/factors")).body ?? {};
		assert.deepEqual(secondFactor, { on: true, demanded: true, dueAt: null });
		for (const code of [app.next(), codes[0]])
			assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD, { code })).status, 200);
		assertProblem(await service.visitor().logIn("ada", ADMIN_PASSWORD), "second_factor_required");
	});

	it("is added after a setup link, which has set the password", async () => {
		await addUserOf(service, "bob");
		await service.loggedIn("bob");
		travel(8 * DAY);
		const { setupLink } = await usersOf(service).reset("bob");
		const visitor = service.visitor();
		const setup = { token: tokenOf(setupLink), password: PASSWORD };
		const refused = await visitor.post("/api/auth/setup", setup);
		assertProblem(refused, "enrolment_required");
		assertProblem(await visitor.post("/api/auth/setup", setup), "setup_link_used");
		const { activation, app } = await addAppAtLogin(service, visitor, refused);
		assert.equal((await visitor.post(activate, activation)).status, 200);
		const answer = await service.visitor().logIn("bob", PASSWORD, { code: app.next() });
		assert.equal(answer.status, 200);
	});

	it("can be a passkey, made for this site and this question, which is the second step from then on", async () => {
		const { visitor, refused } = await overdue("nia");
		const challenge = refused.body?.challenge;
		const offered = await visitor.post(`${newPasskey}/options`, { challenge });
		const asked = offered.body?.passkey as { challenge: string };
		const here = new URL(service.baseUrl).origin;
		const send = (options: object, { by = visitor, origin = here } = {}) =>
			by.post(newPasskey, { challenge, passkey: createCredential(options, { origin }).response });
		assertProblem(await send(asked, { origin: "https://localhost.example" }), "passkey_invalid");
		assertProblem(await send({ ...asked, challenge: "AAAA" }), "passkey_invalid");
		assertProblem(await send(asked, { by: service.visitor() }), "challenge_invalid");
		assert.deepEqual(await rowsOf("nia"), { apps: 0, live: 0 });
		const answer = await send(asked);
		assert.equal(answer.status, 200, answer.text);
		assertProblem(await send(asked), "challenge_invalid");
		const session = (await visitor.get("/api/auth/session")).body?.session ?? {};
		// A passkey that was only made has signed nothing.
		assert.deepEqual({ ...session, amr: ["pwd", "mfa"], acr: "aal2" }, session);
		const { body } = await service.visitor().logIn("nia", ADMIN_PASSWORD);
		assert.deepEqual(body?.methods, ["passkey", "recovery_code"]);
		const [code = ""] = (answer.body?.recoveryCodes ?? []) as string[];
		assert.equal((await service.visitor().logIn("nia", ADMIN_PASSWORD, { code })).status, 200);
	});

	it("ends the sessions that began without it", async () => {
		await addUserOf(service, "carl");
		const before = await service.loggedIn("carl");
		await makeOverdue(service, "carl");
		const { visitor, refused } = await logInAgain("carl", before);
		const { activation } = await addAppAtLogin(service, visitor, refused);
		assert.equal((await visitor.post(activate, activation)).status, 200);
		assertProblem(await before.get("/api/auth/session"), "session_ended");
		assert.deepEqual(await rowsOf("carl"), { apps: 1, live: 1 });
	});

	it("is one factor and one session, however many instances are asked to add it at once", async () => {
		const { visitor, refused } = await overdue("dan");
		const [here, there] = instances;
		const again = await visitor.logIn("dan", ADMIN_PASSWORD, { session: true });
		const tries = await Promise.all(
			[here, there, here, there].map((instance, index) =>
				addAppAtLogin(instance, atInstance(instance, visitor), index < 2 ? refused : again),
			),
		);
		const answers = await Promise.all(
			tries.map(({ activation }, index) =>
				atInstance(index % 2 === 0 ? here : there, visitor).post(activate, activation),
			),
		);
		assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401]);
		for (const answer of answers.filter(({ status }) => status !== 200))
			assertProblem(answer, "challenge_invalid");
		assert.deepEqual(await rowsOf("dan"), { apps: 1, live: 1 });
	});

	it("is not added by a wrong code, and too many of them have to wait, with a new challenge too", async () => {
		const { visitor, refused } = await overdue("eve");
		const offered = await visitor.post(totp, { challenge: refused.body?.challenge });
		const code = wrongCode(authenticatorOf(service, offered));
		const guess = (challenge: unknown) =>
			visitor.post(activate, { challenge, offer: offered.body?.offer, code });
		for (let time = 1; time <= 5; time++)
			assertProblem(await guess(refused.body?.challenge), "second_factor_invalid");
		assertProblem(await guess(refused.body?.challenge), "rate_limited");
		const again = await visitor.logIn("eve", ADMIN_PASSWORD, { session: true });
		assertProblem(again, "enrolment_required");
		assertProblem(await guess(again.body?.challenge), "rate_limited");
		assert.deepEqual(await rowsOf("eve"), { apps: 0, live: 0 });
	});

	it("is not added on another page, or after five minutes", async () => {
		const { visitor, refused } = await overdue("gus");
		const challenge = refused.body?.challenge;
		assertProblem(await service.visitor().post(totp, { challenge }), "challenge_invalid");
		travel(5 * 60_000);
		assertProblem(await visitor.post(totp, { challenge }), "challenge_invalid");
	});

	it("is not added when the user has one by now, got another password, or was disabled", async () => {
		const changes: Array<[name: string, change: (name: string) => Promise<unknown>]> = [
			["hal", (name) => usersOf(service).reset(name)],
			["ida", (name) => usersOf(service).disable(name)],
			["imported", (name) => insertApp(service, name)],
			[
				"joe",
				async (name) => {
					const other = returning(service, visitors.get(name) ?? service.visitor());
					const again = await other.logIn(name, ADMIN_PASSWORD, { session: true });
					const { activation } = await addAppAtLogin(service, other, again);
					assert.equal((await other.post(activate, activation)).status, 200);
				},
			],
		];
		const adding = ["joe", "imported"];
		const visitors = new Map<string, Visitor>();
		for (const [name, change] of changes) {
			const { visitor, refused } = await overdue(name);
			visitors.set(name, visitor);
			const { activation } = await addAppAtLogin(service, visitor, refused);
			const { apps } = await rowsOf(name);
			await change(name);
			assertProblem(await visitor.post(totp, { challenge: refused.body?.challenge }), "challenge_invalid");
			assertProblem(await visitor.post(activate, activation), "challenge_invalid");
			assert.equal((await rowsOf(name)).apps, apps + (adding.includes(name) ? 1 : 0));
		}
	});

	it("is proven, not added, by a user who had switched it off before it was required", async () => {
		await addUserOf(service, "kim");
		const user = await service.loggedIn("kim");
		const app = await enrol(service, user);
		const queries = service.running.deployment.opened.database;
		const off = { second_factor_at: null, second_factor_due_at: service.now() };
		await queries.updateTable("users").set(off).where("username", "=", "kim").execute();
		const refused = await service.visitor().logIn("kim", ADMIN_PASSWORD);
		assertProblem(refused, "second_factor_required");
		const answer = await service.visitor().logIn("kim", ADMIN_PASSWORD, { code: app.next() });
		assert.equal(answer.status, 200);
	});

	it("keeps the attempt counted until it is added: a stolen password cannot be tried for ever", async () => {
		await addUserOf(service, "lea");
		await service.loggedIn("lea");
		travel(8 * DAY);
		for (let time = 1; time <= 10; time++)
			assertProblem(await service.visitor().logIn("lea", ADMIN_PASSWORD), "enrolment_required");
		assertProblem(await service.visitor().logIn("lea", ADMIN_PASSWORD), "rate_limited");
	});

	it("is not added by the password and a copied CSRF token, as scripts have them", async () => {
		await addUserOf(service, "mia");
		const user = await service.loggedIn("mia");
		await makeOverdue(service, "mia");
		const csrf = await service.copiedCsrf(user);
		const body = { username: "mia", password: ADMIN_PASSWORD, session: true };
		const refused = await service.visitor().post("/api/auth/login", body, { csrf });
		assertProblem(refused, "enrolment_required");
		assert.equal(refused.body?.challenge, undefined);
	});
});
