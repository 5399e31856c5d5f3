import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { bearerOf, cookieOf, ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const newPassword = "five words nobody else has";

forEachDatabase("the end of a session", (database) => {
	let service: TestService;
	let users = 0;
	let name: string;
	let browser: Visitor;
	let token: { authorization: string };
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
	});
	after(() => service.stop());

	/** With a session of each kind. */
	async function newUser(): Promise<void> {
		users += 1;
		name = `user${users}`;
		await service.addUser(name);
		browser = await service.loggedIn(name);
		token = await newToken();
	}
	const newToken = async () => bearerOf(await service.visitor().logIn(name, ADMIN_PASSWORD));
	const ask = (method: string, path: string, headers: Record<string, string>, body?: object) =>
		service.visitor().request(method, path, { headers, body });
	const who = (headers: Record<string, string>) => ask("GET", "/api/auth/session", headers);

	// Proves: session-limits
	describe("by time", () => {
		it("comes after an hour without use", async () => {
			await newUser();
			service.travel(hour - 10 * second);
			const kept = cookieOf(browser);
			assert.equal((await who(token)).status, 200);
			service.travel(10 * second);
			assertProblem(await who(kept), "session_expired");
			assertProblem(await who(token), "session_expired");
		});

		it("is put off by use in the last moment", async () => {
			await newUser();
			service.travel(hour - second);
			await ownSession(browser);
			service.travel(10 * second);
			await ownSession(browser);
		});

		it("is put off by use, of a cookie", async () => {
			await newUser();
			for (let half = 1; half <= 4; half++) {
				service.travel(40 * minute);
				await ownSession(browser);
				await service.running.maintenance.run();
			}
			service.travel(hour);
			assertProblem(await browser.get("/api/auth/session"), "session_expired");
			assert.equal(browser.cookies.has("sallyport-sid"), false);
		});

		it("comes twelve hours after the login, whatever happens", async () => {
			await newUser();
			for (let half = 1; half <= 23; half++) {
				service.travel(30 * minute);
				await ownSession(browser);
				await service.running.maintenance.run();
			}
			service.travel(30 * minute);
			assertProblem(await browser.get("/api/auth/session"), "session_expired");
		});

		// Proves: retention
		it("is reported for a day after it was recorded", async () => {
			await newUser();
			const kept = cookieOf(browser);
			service.travel(hour);
			await service.running.maintenance.run();
			assertProblem(await who(kept), "session_expired");
			service.travel(25 * hour);
			await service.running.maintenance.run();
			assertProblem(await who(kept), "unauthenticated");
		});
	});

	// Proves: session-end
	describe("by logout", () => {
		it("is in force at once, for cookie and token", async () => {
			await newUser();
			const kept = cookieOf(browser);
			const answer = await browser.post("/api/auth/logout");
			assert.deepEqual(answer.body, { message: "Logged out" });
			assert.equal(answer.headers.get("clear-site-data"), '"cache", "storage"');
			assert.match(
				answer.headers.get("set-cookie") ?? "",
				/^sallyport-sid=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0$/,
			);
			assertProblem(await who(kept), "session_ended");
			assert.equal((await who(token)).status, 200);
			assert.equal((await ask("POST", "/api/auth/logout", token)).status, 200);
			assertProblem(await who(token), "session_ended");
		});

		it("gets the same response when there is no session, or none any more", async () => {
			await newUser();
			const dead = { ...cookieOf(browser), csrf: browser.csrf ?? "" };
			const first = await browser.post("/api/auth/logout");
			for (const headers of [{}, dead, { cookie: "sallyport-sid=x" }, { authorization: "Bearer x" }]) {
				const answer = await ask("POST", "/api/auth/logout", headers);
				assert.equal(answer.status, 200);
				assert.deepEqual(answer.body, first.body);
			}
		});

		it("happens once, however many requests ask for it at the same time", async () => {
			await newUser();
			const headers = { ...cookieOf(browser), csrf: browser.csrf ?? "" };
			const logOut = () => ask("POST", "/api/auth/logout", headers);
			for (const answer of await Promise.all(Array.from({ length: 5 }, logOut))) {
				assert.equal(answer.status, 200);
			}
			assertProblem(await who({ cookie: headers.cookie }), "session_ended");
		});
	});

	// Proves: session-end
	describe("by a password change", () => {
		const change = { currentPassword: ADMIN_PASSWORD, newPassword };

		it("reaches all others, and the caller continues with new cookie and CSRF token", async () => {
			await newUser();
			const second = await service.loggedIn(name);
			const old = { ...cookieOf(browser), csrf: browser.csrf ?? "" };
			const answer = await browser.post("/api/auth/password", change);
			assert.deepEqual(Object.keys(answer.body ?? {}), ["id", "message", "csrf", "expiresAt"]);
			for (const headers of [{ cookie: old.cookie }, token, cookieOf(second)]) {
				assertProblem(await who(headers), "session_ended");
			}
			assertProblem(
				await ask("POST", "/api/auth/renew", { ...cookieOf(browser), csrf: old.csrf }),
				"csrf_invalid",
			);
			assert.equal((await browser.post("/api/auth/renew")).status, 200);
		});

		it("gives a new token to a client that came with one", async () => {
			await newUser();
			const answer = await ask("POST", "/api/auth/password", token, change);
			assert.deepEqual(Object.keys(answer.body ?? {}), ["id", "message", "token"]);
			assertProblem(await who(token), "session_ended");
			assertProblem(await browser.get("/api/auth/session"), "session_ended");
			assert.equal((await who(bearerOf(answer))).status, 200);
			const unknownDevice = service.visitor();
			assertProblem(await unknownDevice.logIn(name, ADMIN_PASSWORD), "invalid_credentials");
			assert.equal((await unknownDevice.logIn(name, newPassword)).status, 200);
		});

		it("needs the current password, and leaves everything as it was without it", async () => {
			await newUser();
			const wrong = { ...change, currentPassword: "not the password" };
			assertProblem(await browser.post("/api/auth/password", wrong), "invalid_credentials");
			assertProblem(await browser.post("/api/auth/password", { newPassword }), "validation_failed");
			await ownSession(browser);
			assert.equal((await who(token)).status, 200);
			assert.equal((await service.visitor().logIn(name, ADMIN_PASSWORD)).status, 200);
		});
	});

	// Proves: session-end
	describe("by an operator", () => {
		it("comes with disabling, and enabling brings none back", async () => {
			await newUser();
			const kept = cookieOf(browser);
			await usersOf(service).disable(name);
			for (const headers of [kept, token]) assertProblem(await who(headers), "session_ended");
			assertProblem(await service.visitor().logIn(name, ADMIN_PASSWORD), "invalid_credentials");
			await usersOf(service).enable(name);
			for (const headers of [kept, token]) assertProblem(await who(headers), "session_ended");
			assert.equal((await service.visitor().logIn(name, ADMIN_PASSWORD)).status, 200);
		});

		it("comes with deletion, and a new user of the same name inherits nothing", async () => {
			await newUser();
			const kept = cookieOf(browser);
			const csrf = await service.copiedCsrf(browser);
			const { id } = (await browser.get("/api/auth/session")).body as { id: string };
			await usersOf(service).remove(name);
			assertProblem(await who(kept), "unauthenticated");
			assertProblem(await who(token), "invalid_token");
			const heir = await service.addUser(name);
			assert.notEqual(heir.id, id);
			assertProblem(await who(kept), "unauthenticated");
			assertProblem(await who(token), "invalid_token");
			assertProblem(await ask("POST", "/api/auth/login", { csrf }, {}), "csrf_invalid");
		});

		it("comes with a reset, and the old password is gone", async () => {
			await newUser();
			await usersOf(service).reset(name);
			for (const headers of [cookieOf(browser), token]) assertProblem(await who(headers), "session_ended");
			assertProblem(await service.visitor().logIn(name, ADMIN_PASSWORD), "invalid_credentials");
		});
	});

	for (const [whatever, since] of [
		["whatever came next", hour],
		["even when its twelve hours have passed too", 13 * hour],
	] as const)
		it(`of one that had run out unused is recorded as idle, ${whatever}`, async () => {
			await newUser();
			const { id } = await ownSession(browser);
			service.travel(since);
			await usersOf(service).disable(name);
			const events = await service.running.deployment.opened.database
				.selectFrom("audit_events")
				.select(["event", "detail"])
				.where("session_id", "=", id)
				.orderBy("time", "desc")
				.limit(1)
				.execute();
			assert.deepEqual(events, [{ event: "session_expired", detail: '{"reason":"idle"}' }]);
		});
});
