/**
 * A clock that jumps by an hour, forward or back, as when a machine wakes up or is set right. No user who is out gets in, and
 * none is kept out for longer than the jump. docs/postgres.md says what else happens.
 */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { decodeJwt } from "jose";
import { usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { bearerOf, cookieOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

const minute = 60_000;
const hour = 60 * minute;
const wrong = "not the password";

onSqlite("a clock that jumps", (database) => {
	let service: TestService;
	let users = 0;
	let name: string;
	before(async () => {
		service = await startTestService({
			databaseUrl: await database.url(),
			settings: {
				...cheap,
				SALLYPORT_CONSECUTIVE_FAILURES: "25",
				SALLYPORT_CONSECUTIVE_ACTION: "close",
				SALLYPORT_ADDRESS_FAILURES: "100000",
			},
		});
	});
	after(() => service.stop());
	beforeEach(async () => {
		users += 1;
		name = `user${users}`;
		await service.addUser(name);
	});

	const ask = (headers: Record<string, string>) => service.visitor().get("/api/auth/session", headers);
	const tokenOf = async () => bearerOf(await service.visitor().logIn(name, ADMIN_PASSWORD));
	async function copyOf(visitor: Visitor): Promise<Record<string, string>> {
		return { ...cookieOf(visitor), csrf: visitor.csrf ?? "" };
	}

	describe("back by an hour", () => {
		// Proves: session-end
		it("brings back no session that was ended, by the user or anyone else", async () => {
			const person = await service.loggedIn(name);
			const csrf = await service.copiedCsrf(person);
			const [cookie, bearer] = [cookieOf(person), await tokenOf()];
			await person.post("/api/auth/logout");
			await usersOf(service).endSessions(name);
			service.travel(-hour);
			for (const headers of [cookie, bearer]) {
				const { status, body } = await ask(headers);
				assert.equal(status, 401);
				// A token is not valid yet, either, by this clock.
				assert.match(String(body?.code), /^(session_ended|invalid_token)$/);
			}
			const body = { username: name, password: ADMIN_PASSWORD };
			assertProblem(await service.visitor().post("/api/auth/login", body, { csrf }), "csrf_invalid");
			service.travel(hour);
			for (const headers of [cookie, bearer]) assertProblem(await ask(headers), "session_ended");
		});

		// Proves: session-end
		it("brings back no session whose expiry is recorded", async () => {
			const [cookie, bearer] = [cookieOf(await service.loggedIn(name)), await tokenOf()];
			service.travel(61 * minute);
			await service.running.maintenance.run();
			service.travel(-hour);
			for (const headers of [cookie, bearer]) assertProblem(await ask(headers), "session_expired");
		});

		// Proves: session-end
		it("does not bring back a secret that a renewal has replaced", async () => {
			const person = await service.loggedIn(name);
			service.travel(5 * minute);
			const old = cookieOf(person);
			assert.equal((await person.post("/api/auth/renew")).status, 200);
			assert.equal((await ask(old)).status, 200, "within the grace");
			service.travel(10 * minute);
			assertProblem(await ask(old), "unauthenticated");
			service.travel(-hour);
			assertProblem(await ask(old), "unauthenticated");
			assert.equal((await person.get("/api/auth/session")).status, 200);
			assert.equal((await person.post("/api/auth/renew")).status, 200);
			service.travel(hour);
		});

		it("does not make an old confirmation of the password a new one", async () => {
			const person = await service.loggedIn(name);
			service.travel(40 * minute);
			assertProblem(await person.delete("/api/auth/sessions"), "reauthentication_required");
			service.travel(-hour);
			assertProblem(await person.delete("/api/auth/sessions"), "reauthentication_required");
			await person.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
			assert.equal((await person.delete("/api/auth/sessions")).status, 200);
			service.travel(hour);
		});

		it("keeps users logged in, and lets them log in again at once, with valid tokens", async () => {
			const person = await service.loggedIn(name);
			service.travel(-hour);
			assert.equal((await person.get("/api/auth/session")).status, 200);
			assert.equal((await person.post("/api/auth/renew")).status, 200);
			const bearer = await tokenOf();
			assert.equal((await ask(bearer)).status, 200);
			service.travel(hour);
		});

		it("keeps a token out for no longer than the jump", async () => {
			const bearer = await tokenOf();
			service.travel(-20 * minute);
			assertProblem(await ask(bearer), "invalid_token");
			service.travel(20 * minute);
			assert.equal((await ask(bearer)).status, 200);
		});

		// Proves: guesses-of-strangers
		it("makes unknown devices wait for the jump plus their normal wait, and no longer", async () => {
			const known = await service.loggedIn(name);
			for (let guess = 0; guess < 10; guess++) await service.visitor().logIn(name, wrong);
			service.travel(-hour);
			assertProblem(await service.visitor().logIn(name, ADMIN_PASSWORD), "rate_limited");
			known.csrf = null;
			assert.equal((await known.logIn(name, ADMIN_PASSWORD)).status, 200, "a known device never waits");
			service.travel(hour + 30_000);
			assert.equal((await service.visitor().logIn(name, ADMIN_PASSWORD)).status, 200);
		});

		it("keeps revoked tokens in the status list", async () => {
			const bearer = await tokenOf();
			const token = bearer.authorization.slice("Bearer ".length);
			const { status } = decodeJwt(token) as { status: { status_list: { idx: number; uri: string } } };
			await service.visitor().post("/api/auth/logout", undefined, bearer);
			const path = status.status_list.uri.slice(service.baseUrl.length);
			const list = async () => {
				const answer = await service.visitor().get(path);
				const { iat = 0, status_list: found } = decodeJwt(answer.text) as {
					iat?: number;
					status_list: { lst: string };
				};
				return { iat, lst: found.lst };
			};
			service.travel(2000);
			const before = await list();
			service.travel(-hour);
			const back = await list();
			assert.equal(back.lst, before.lst);
			assert.ok(back.iat <= service.now() / 1000, "signed by the current clock");
			service.travel(hour);
		});
	});

	describe("forward by an hour", () => {
		// Proves: session-end
		it("ends sessions for good, as time does, and users can log in again", async () => {
			const person = await service.loggedIn(name);
			const [cookie, bearer] = [cookieOf(person), await tokenOf()];
			service.travel(hour);
			for (const headers of [cookie, bearer]) assertProblem(await ask(headers), "session_expired");
			await service.running.maintenance.run();
			person.csrf = null;
			assert.equal((await person.logIn(name, ADMIN_PASSWORD, { session: true })).status, 200);
			service.travel(-hour);
			for (const headers of [cookie, bearer]) assertProblem(await ask(headers), "session_expired");
			assert.equal((await person.get("/api/auth/session")).status, 200);
		});

		// Proves: session-limits
		it("gives users who log in before then no more than the jump on top", async () => {
			service.travel(hour);
			const person = await service.loggedIn(name);
			service.travel(-hour);
			const cookie = await copyOf(person);
			service.travel(2 * hour - 1000);
			assert.equal((await ask(cookie)).status, 200);
			service.travel(minute + hour);
			assert.equal((await ask(cookie)).status, 401);
		});

		// Proves: closing-an-account
		it("opens no account that too many failures in a row have closed", async () => {
			for (let guess = 0; guess < 25; guess++) {
				await service.visitor().logIn(name, wrong);
				service.travel(guess < 9 ? 0 : hour);
			}
			assertProblem(await service.visitor().logIn(name, ADMIN_PASSWORD), "rate_limited");
			service.travel(hour);
			assertProblem(await service.visitor().logIn(name, ADMIN_PASSWORD), "rate_limited");
		});

		it("by a year, and back, leaves no wait and no window that lasts a year", async () => {
			const guess = async (times: number) => {
				for (let time = 1; time <= times; time++)
					assertProblem(await service.visitor().logIn(name, wrong), "invalid_credentials");
			};
			const year = 365 * 24 * hour;
			service.travel(year);
			await guess(10);
			assertProblem(await service.visitor().logIn(name, ADMIN_PASSWORD), "rate_limited");
			service.travel(-year);
			await guess(1);
			assert.equal((await service.visitor().logIn(name, ADMIN_PASSWORD)).status, 200);
			service.travel(year);
			await guess(9);
			service.travel(-year);
			await guess(9);
			service.travel(15 * minute);
			await guess(1);
			assert.equal((await service.visitor().logIn(name, ADMIN_PASSWORD)).status, 200);
		});

		// Proves: closing-an-account
		it("by a year, and back, leaves an account closed that failures in a row have closed", async () => {
			const year = 365 * 24 * hour;
			service.travel(year);
			for (let guess = 0; guess < 25; guess++) {
				await service.visitor().logIn(name, wrong);
				service.travel(guess < 9 ? 0 : hour);
			}
			service.travel(-year);
			assertProblem(await service.visitor().logIn(name, ADMIN_PASSWORD), "rate_limited");
		});

		it("keeps a visitor's CSRF token, or repairs it with the response", async () => {
			const visitor = service.visitor();
			await visitor.get("/api/auth/csrf");
			service.travel(hour);
			assert.equal((await visitor.logIn(name, ADMIN_PASSWORD)).status, 200);
			service.travel(hour);
			assertProblem(await visitor.logIn(name, ADMIN_PASSWORD), "csrf_invalid");
			assert.equal((await visitor.logIn(name, ADMIN_PASSWORD)).status, 200);
		});
	});
});
