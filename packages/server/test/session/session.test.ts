import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { bearerOf, ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const minute = 60_000;
const hour = 60 * minute;

forEachDatabase("a session", (database) => {
	let service: TestService;
	let users = 0;
	/** Of a new user: a browser, and the header of a token. */
	let name: string;
	let browser: Visitor;
	before(async () => {
		service = await startTestService({
			databaseUrl: await database.url(),
			settings: { ...cheap, SALLYPORT_COOKIE_SESSIONS_PER_USER: "3", SALLYPORT_TOKEN_SESSIONS_PER_USER: "2" },
		});
	});
	after(() => service.stop());

	async function newUser(): Promise<void> {
		users += 1;
		name = `user${users}`;
		await service.addUser(name);
		browser = await service.loggedIn(name);
	}
	const newToken = async () => bearerOf(await service.visitor().logIn(name, ADMIN_PASSWORD));
	const who = (headers: Record<string, string>) => service.visitor().get("/api/auth/session", headers);

	describe("who am I", () => {
		it("names the user and the session, in both modes", async () => {
			await newUser();
			const token = await newToken();
			for (const answer of [await browser.get("/api/auth/session"), await who(token)]) {
				const { id, session, lastLogin: _, failedSince: __, ...user } = answer.body as Record<string, string>;
				assert.match(id ?? "", /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
				const known = { username: name, displayName: name, email: null, role: "user", groups: [] };
				assert.deepEqual(user, known);
				assert.deepEqual(Object.keys(session ?? {}), [
					"id",
					"kind",
					"createdAt",
					"authenticatedAt",
					"acr",
					"amr",
					"lastSeenAt",
					"expiresAt",
					"idleExpiresAt",
				]);
			}
		});

		it("tells when and where the login before it was, and how many failed since", async () => {
			const began = service.now();
			await newUser();
			const told = async (asked: Promise<Answer>) =>
				(await asked).body?.lastLogin as { at: string; address: string; failedSince: number } | null;
			assert.equal(await told(browser.get("/api/auth/session")), null);

			const next = await service.loggedIn(name);
			const before = await told(next.get("/api/auth/session"));
			assert.deepEqual(
				{ ...before, at: null },
				{ at: null, address: "127.0.0.1", failedSince: 0, stoppedAtSecondFactor: 0 },
			);
			const at = Date.parse(before?.at ?? "");
			assert.ok(at >= began && at <= service.now());
			await next.post("/api/auth/renew");
			assert.deepEqual(await told(next.get("/api/auth/session")), before);

			await service.visitor().logIn(name, "not the password");
			await next.post("/api/auth/reauthenticate", { password: "not the password" });
			await service.visitor().logIn("nobody", "not the password");
			assert.equal((await told(who(await newToken())))?.failedSince, 2);
			const last = await service.loggedIn(name);
			assert.equal((await told(last.get("/api/auth/session")))?.failedSince, 0);
		});

		it("says when a session ends: after an hour without use, at the latest after twelve hours", async () => {
			await newUser();
			const { kind, createdAt, expiresAt, idleExpiresAt } = await ownSession(browser);
			assert.equal(kind, "cookie");
			assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 12 * hour);
			assert.equal(Date.parse(idleExpiresAt) - Date.parse(createdAt), hour);
		});
	});

	describe("the list", () => {
		it("shows both kinds and marks the current one", async () => {
			await newUser();
			await newToken();
			const answer = await browser.get("/api/auth/sessions", { "user-agent": "a browser" });
			const sessions = answer.body?.sessions as Array<Record<string, unknown>>;
			assert.deepEqual(sessions.map((each) => each.kind).sort(), ["cookie", "token"]);
			assert.deepEqual(
				sessions.filter((each) => each.current).map((each) => each.id),
				[(await ownSession(browser)).id],
			);
			for (const each of sessions) assert.equal(each.clientAddress, "127.0.0.1");
			assert.ok(!answer.text.includes(browser.cookies.get("sallyport-sid") ?? "?"));
		});

		it("shows none of another user, and none that has ended", async () => {
			await newUser();
			const token = await newToken();
			await service.visitor().request("POST", "/api/auth/logout", { headers: token });
			await newUser();
			const sessions = (await browser.get("/api/auth/sessions")).body?.sessions;
			assert.equal((sessions as object[]).length, 1);
		});
	});

	describe("ending sessions", () => {
		// Proves: session-end
		it("ends one of either kind, at once", async () => {
			await newUser();
			const token = await newToken();
			const second = await service.loggedIn(name);
			for (const id of [(await ownSession(service.visitor(), token)).id, (await ownSession(second)).id]) {
				assert.equal((await browser.delete(`/api/auth/sessions/${id}`)).status, 200);
				assertProblem(await browser.delete(`/api/auth/sessions/${id}`), "not_found");
			}
			assertProblem(await who(token), "session_ended");
			assertProblem(await second.get("/api/auth/session"), "session_ended");
			await ownSession(browser);
		});

		// Proves: session-end
		it("ends all others and says how many", async () => {
			await newUser();
			const token = await newToken();
			const second = await service.loggedIn(name);
			const answer = await browser.delete("/api/auth/sessions");
			assert.equal(answer.body?.ended, 2);
			assertProblem(await who(token), "session_ended");
			assertProblem(await second.get("/api/auth/session"), "session_ended");
			await ownSession(browser);
		});

		// Proves: session-end
		it("takes the cookie away when a session ends itself", async () => {
			await newUser();
			await browser.delete(`/api/auth/sessions/${(await ownSession(browser)).id}`);
			assert.equal(browser.cookies.has("sallyport-sid"), false);
		});

		// Proves: own-changes
		it("finds no session of another user, does not end it, and puts sixty tries an hour on record", async () => {
			await newUser();
			const victim = browser;
			const { id } = await ownSession(victim);
			await newUser();
			const tried = () => browser.delete(`/api/auth/sessions/${id}`);
			for (let time = 1; time <= 60; time++) assertProblem(await tried(), "not_found");
			assertProblem(await tried(), "rate_limited");
			await ownSession(victim);
			assert.equal(
				(await browser.delete(`/api/auth/sessions/${(await ownSession(browser)).id}`)).status,
				200,
			);
		});

		for (const id of ["x", "%00", "%27%20or%201=1", "..%2f", "%F0%9F%98%80", "x".repeat(64)]) {
			it(`finds nothing under ${id}`, async () => {
				await newUser();
				assertProblem(await browser.delete(`/api/auth/sessions/${id}`), "not_found");
			});
		}
	});

	// Proves: password-operations
	describe("a quarter of an hour after the login", () => {
		it("ending sessions asks for the password, in both modes", async () => {
			await newUser();
			const token = await newToken();
			service.travel(16 * minute);
			const refused = await browser.delete("/api/auth/sessions");
			assertProblem(refused, "reauthentication_required");
			assert.deepEqual([refused.body?.acr, refused.body?.maxAge], ["aal1", 900]);
			assertProblem(await browser.delete(`/api/auth/sessions/x`), "reauthentication_required");
			const byToken = (method: string, path: string, body?: object) =>
				service.visitor().request(method, path, { body, headers: token });
			assertProblem(await byToken("DELETE", "/api/auth/sessions"), "reauthentication_required");

			const wrong = await browser.post("/api/auth/reauthenticate", { password: "not the password" });
			assertProblem(wrong, "invalid_credentials");
			assertProblem(await browser.delete("/api/auth/sessions"), "reauthentication_required");

			const confirmed = await byToken("POST", "/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
			assert.deepEqual(Object.keys(confirmed.body ?? {}), ["id", "message", "token"]);
			assertProblem(await browser.delete("/api/auth/sessions"), "reauthentication_required");
			assert.equal((await byToken("GET", "/api/auth/session")).status, 200);
			assert.equal((await byToken("DELETE", "/api/auth/sessions")).body?.ended, 1);
		});

		it("confirming the password renews a cookie session and its end", async () => {
			await newUser();
			const { authenticatedAt, expiresAt } = await ownSession(browser);
			const secret = browser.cookies.get("sallyport-sid");
			service.travel(16 * minute);
			const answer = await browser.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
			assert.deepEqual(Object.keys(answer.body ?? {}), ["id", "message", "csrf", "expiresAt"]);
			assert.notEqual(browser.cookies.get("sallyport-sid"), secret);
			const renewed = await ownSession(browser);
			assert.ok(Date.parse(renewed.authenticatedAt) >= Date.parse(authenticatedAt) + 16 * minute);
			assert.ok(Date.parse(renewed.expiresAt) >= Date.parse(expiresAt) + 16 * minute);
			assert.equal((await browser.delete("/api/auth/sessions")).status, 200);
		});
	});

	// Proves: session-limits
	describe("too many sessions", () => {
		it("end the one that was unused for longest, kind by kind", async () => {
			await newUser();
			const token = await newToken();
			service.travel(minute);
			const second = await service.loggedIn(name);
			service.travel(2 * minute);
			// The first one is used again, so that the second is now the one unused for longest.
			await ownSession(browser);
			await service.running.maintenance.run();
			const third = await service.loggedIn(name);
			const fourth = await service.loggedIn(name);
			assertProblem(await second.get("/api/auth/session"), "session_ended");
			for (const visitor of [browser, third, fourth]) await ownSession(visitor);
			assert.equal((await who(token)).status, 200);
			await newToken();
			await newToken();
			assertProblem(await who(token), "session_ended");
		});

		it("stay within the limit under parallel logins", async () => {
			await newUser();
			await Promise.all(Array.from({ length: 8 }, () => service.loggedIn(name)));
			const last = await service.loggedIn(name);
			const sessions = (await last.get("/api/auth/sessions")).body?.sessions;
			assert.equal((sessions as object[]).length, 3);
		});
	});
});
