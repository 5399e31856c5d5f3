/** Sessions of users who stay logged in. */
// Proves: stay-logged-in
import assert from "node:assert/strict";
import { it } from "node:test";
import { limitsOf } from "../../src/credentials/session/session.ts";
import { usersOf } from "../support/administration.ts";
import { answerChallenge, enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { addAppAtLogin, makeOverdue, returning } from "../support/enrolment.ts";
import { instancesTogether } from "../support/instances-together.ts";
import { cookieOf, ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { addPasskey, logInWithPasskey } from "../support/software-authenticator.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const DAY = 86_400_000;
const chosen = { session: true, remember: true };
const newPassword = "five words nobody else has";

const days = (milliseconds: number) => Math.round((milliseconds / DAY) * 100) / 100;

/** Days that the session cookie of an answer outlives the browser; null: none. */
function daysOf(answer: Answer): number | null {
	const lines = answer.headers.getSetCookie().filter((line) => line.startsWith("sallyport-sid="));
	assert.equal(lines.length, 1, answer.text);
	const [, seconds] = /; Max-Age=(\d+)$/.exec(lines[0] ?? "") ?? [];
	return seconds === undefined ? null : days(Number(seconds) * 1000);
}

onSqlite("a user who stays logged in", (database) => {
	let service: TestService;
	/** On the same database: requires a second factor, and lets no user stay logged in. */
	let strict: TestService;
	let name: string;
	const travel = instancesTogether(
		async () => {
			const start = async (settings: Record<string, string> = {}) =>
				startTestService({ databaseUrl: await database.url(), settings: { ...cheap, ...settings } });
			service = await start();
			strict = await start({ SALLYPORT_SECOND_FACTOR: "everybody", SALLYPORT_REMEMBER: "0s" });
			return [service, strict];
		},
		(given) => {
			name = given;
		},
	);

	async function remembered(): Promise<{ visitor: Visitor; answer: Answer }> {
		const visitor = service.visitor();
		const answer = await visitor.logIn(name, ADMIN_PASSWORD, chosen);
		assert.equal(answer.status, 200, answer.text);
		return { visitor, answer };
	}
	const daysUntil = (time: string) => days(Date.parse(time) - service.now());

	it("has a cookie that outlives the browser, and a session of thirty days, of which fourteen unused", async () => {
		const { visitor, answer } = await remembered();
		assert.equal(daysOf(answer), 30);
		const session = await ownSession(visitor);
		assert.deepEqual([daysUntil(session.expiresAt), daysUntil(session.idleExpiresAt)], [30, 14]);
		assert.equal((session as { remember?: true }).remember, true);
		const { sessions } = (await visitor.get("/api/auth/sessions")).body as { sessions: object[] };
		assert.equal(JSON.stringify(sessions).split('"remember":true').length, 2);
	});

	it("never has less time than other users", () => {
		const config = { remember: 30 * DAY, rememberIdle: 14 * DAY, sessionIdle: 20 * DAY };
		assert.deepEqual(limitsOf(true, config), { absoluteLimit: 30 * DAY, idleLimit: 20 * DAY });
	});

	it("is the exception: other logins are as they were", async () => {
		for (const more of [{ session: true }, { session: true, remember: false }]) {
			const visitor = service.visitor();
			const answer = await visitor.logIn(name, ADMIN_PASSWORD, more);
			assert.equal(daysOf(answer), null);
			const session = await ownSession(visitor);
			assert.deepEqual([daysUntil(session.expiresAt), daysUntil(session.idleExpiresAt)], [0.5, 0.04]);
			assert.ok(!("remember" in session));
			assert.doesNotMatch((await visitor.get("/api/auth/sessions")).text, /remember/);
		}
		assert.equal((await service.visitor().logIn(name, ADMIN_PASSWORD, { remember: false })).status, 200);
	});

	it("is still logged in when the session was used within fourteen days, for thirty in all", async () => {
		const { visitor } = await remembered();
		for (const unused of [13, 13]) {
			travel(unused * DAY);
			await ownSession(visitor);
			await service.running.maintenance.run();
		}
		travel(3.9 * DAY);
		assert.equal(daysUntil((await ownSession(visitor)).expiresAt), 0.1);
		travel(0.1 * DAY);
		assertProblem(await visitor.get("/api/auth/session"), "session_expired");
	});

	it("is logged out after fourteen days without a use", async () => {
		const { visitor } = await remembered();
		travel(14 * DAY);
		assertProblem(await visitor.get("/api/auth/session"), "session_expired");
	});

	it("keeps the ends of the session and of its cookie when that is renewed", async () => {
		const { visitor } = await remembered();
		travel(10 * DAY);
		assert.equal(daysOf(await visitor.post("/api/auth/renew")), 20);
		const session = await ownSession(visitor);
		assert.deepEqual([daysUntil(session.expiresAt), daysUntil(session.idleExpiresAt)], [20, 14]);
	});

	it("begins another thirty days by authenticating again", async () => {
		const { visitor } = await remembered();
		travel(10 * DAY);
		assert.equal(daysOf(await visitor.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD })), 30);
	});

	it("continues here after another password, and is logged out elsewhere", async () => {
		const { visitor } = await remembered();
		const { visitor: elsewhere } = await remembered();
		const body = { currentPassword: ADMIN_PASSWORD, newPassword };
		assert.equal(daysOf(await visitor.post("/api/auth/password", body)), 30);
		assertProblem(await elsewhere.get("/api/auth/session"), "session_ended");
	});

	it("is logged out like any other by a logout, a reset and an operator who disables the account", async () => {
		const ends: Array<(visitor: Visitor) => Promise<unknown>> = [
			(visitor) => visitor.post("/api/auth/logout"),
			() =>
				usersOf(service)
					.disable(name)
					.then(() => usersOf(service).enable(name)),
			() => usersOf(service).reset(name),
		];
		for (const end of ends) {
			const { visitor } = await remembered();
			const headers = cookieOf(visitor);
			travel(5 * DAY);
			await end(visitor);
			assertProblem(await service.visitor().get("/api/auth/session", headers), "session_ended");
		}
	});

	it("authenticates again, twenty days after the login, before anything sensitive", async () => {
		const app = await enrol(service, await service.loggedIn(name));
		const visitor = service.visitor();
		await visitor.logIn(name, ADMIN_PASSWORD, { ...chosen, code: app.next() });
		for (const unused of [13, 7]) {
			travel(unused * DAY);
			await ownSession(visitor);
			await service.running.maintenance.run();
		}
		const { id } = await ownSession(visitor);
		const body = { currentPassword: ADMIN_PASSWORD, newPassword };
		const acts: Array<[method: string, path: string, body?: object]> = [
			["DELETE", "sessions"],
			["DELETE", `sessions/${id}`],
			["POST", "factors/totp"],
			["POST", "factors/passkey/options"],
			["DELETE", `factors/${app.id}`],
			["PUT", "second-factor", { on: false }],
			["POST", "recovery-codes"],
			["POST", "password", body],
		];
		for (const [method, path, body] of acts)
			assertProblem(await visitor.send(method, `/api/auth/${path}`, body), "reauthentication_required");
		assert.equal((await visitor.get("/api/auth/check?maxAge=300")).status, 401);
		const proof = { password: ADMIN_PASSWORD, code: app.next() };
		assert.equal((await visitor.post("/api/auth/reauthenticate", proof)).status, 200);
		assert.equal((await visitor.delete("/api/auth/sessions")).status, 200);
	});

	it("chooses it once, in the first of two steps", async () => {
		const user = await service.loggedIn(name);
		const app = await enrol(service, user);
		const origin = new URL(service.baseUrl).origin;
		const passkey = await addPasskey(user, { origin });
		for (const remember of [true, false]) {
			const lasts = remember ? 30 : null;
			const byCode = service.visitor();
			const asked = await byCode.logIn(name, ADMIN_PASSWORD, { session: true, remember });
			assert.equal(daysOf(await answerChallenge(byCode, asked, app.next())), lasts);
			const both = { session: true, remember, code: app.next() };
			assert.equal(daysOf(await service.visitor().logIn(name, ADMIN_PASSWORD, both)), lasts);
			const byPasskey = service.visitor();
			const { body } = await byPasskey.logIn(name, ADMIN_PASSWORD, { session: true, remember });
			const answer = { challenge: body?.challenge, passkey: passkey.get(body?.passkey) };
			assert.equal(daysOf(await byPasskey.post("/api/auth/login/second-factor", answer)), lasts);
			const alone = await logInWithPasskey(service.visitor(), passkey, { session: true, remember });
			assert.equal(daysOf(alone), lasts);
		}
	});

	it("chooses it at a login that adds a factor first", async () => {
		const requiring = await startTestService({
			databaseUrl: await database.url(),
			settings: { ...cheap, SALLYPORT_SECOND_FACTOR: "everybody" },
		});
		try {
			requiring.travel(service.now() - requiring.now());
			const known = await requiring.loggedIn(name);
			await makeOverdue(requiring, name);
			const visitor = returning(requiring, known);
			const refused = await visitor.logIn(name, ADMIN_PASSWORD, chosen);
			const { activation, path } = await addAppAtLogin(requiring, visitor, refused);
			assert.equal(daysOf(await visitor.post(path, activation)), 30);
		} finally {
			await requiring.stop();
		}
	});

	it("is none who logs in for a token: 400, and no attempt is counted", async () => {
		const passkey = await addPasskey(await service.loggedIn(name), {
			origin: new URL(service.baseUrl).origin,
		});
		const refusals = [
			await service.visitor().logIn(name, "not the password", { remember: true }),
			await service.visitor().logIn(name, ADMIN_PASSWORD, { session: false, remember: true }),
			await logInWithPasskey(service.visitor(), passkey, { remember: true }),
		];
		for (const refused of refusals) {
			assertProblem(refused, "validation_failed");
			const message = "Only a cookie session stays logged in: send session too, or leave remember out.";
			assert.deepEqual(refused.body?.errors, [{ pointer: "/session", code: "required", message }]);
			assert.equal(refused.headers.get("ratelimit"), null);
		}
	});

	it("keeps the session where the service stops offering that, and later logins are ordinary ones", async () => {
		const { visitor } = await remembered();
		const later = strict.visitor();
		assert.equal(daysOf(await later.logIn(name, ADMIN_PASSWORD, chosen)), null);
		assert.ok(!("remember" in (await ownSession(later))));
		travel(2 * DAY);
		const there = strict.visitor();
		there.cookies = visitor.cookies;
		there.csrf = visitor.csrf;
		assert.equal(daysOf(await there.post("/api/auth/renew")), 28);
		assert.equal(daysUntil((await ownSession(there)).idleExpiresAt), 14);
	});
});
