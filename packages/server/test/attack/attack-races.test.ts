// At length: it attacks with many requests at once.
/** Something is taken away while a password is being hashed: nothing that was begun before may give it back. */
// Proves: session-end
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { UserAdministration } from "../../src/operations/administration/administer-users.ts";
import { tokenOf, usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { afterNext, beforeNext } from "../support/interleave.ts";
import { bearerOf, cookieOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const minute = 60_000;
const newPassword = "five words nobody else has";

forEachDatabase("while a password is being hashed", (database) => {
	let service: TestService;
	let users: UserAdministration;
	let made = 0;
	let name: string;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		users = usersOf(service);
	});
	after(() => service.stop());
	beforeEach(async () => {
		made += 1;
		name = `user${made}`;
		await service.addUser(name);
	});

	const verified = (act: () => Promise<unknown>) => afterNext(service.running.hasher, "verify", act);
	const hashing = (act: () => Promise<unknown>) => beforeNext(service.running.hasher, "hash", act);
	const logIn = (password = ADMIN_PASSWORD, more = {}) => service.visitor().logIn(name, password, more);
	async function openSessions(): Promise<number> {
		const { id } = await users.find(name);
		const { database: queries } = service.running.deployment.opened;
		const rows = await queries.selectFrom("sessions").select("ended_at").where("user_id", "=", id).execute();
		return rows.filter((row) => row.ended_at === null).length;
	}

	describe("for a login, and it is right,", () => {
		const changes: Record<string, () => Promise<unknown>> = {
			"the user is disabled": () => users.disable(name),
			"the user is reset": () => users.reset(name),
			"the user is removed and made again": async () => {
				await users.remove(name);
				await service.addUser(name);
			},
			"the user changes the password": async () => {
				const user = await service.loggedIn(name);
				const change = { currentPassword: ADMIN_PASSWORD, newPassword };
				assert.equal((await user.post("/api/auth/password", change)).status, 200);
				assert.equal((await user.post("/api/auth/logout")).status, 200);
			},
		};
		for (const [what, change] of Object.entries(changes)) {
			for (const session of [false, true]) {
				it(`${what}: no ${session ? "cookie" : "token"}`, async () => {
					verified(change);
					const answer = await logIn(ADMIN_PASSWORD, { session });
					assertProblem(answer, "invalid_credentials");
					assert.equal(answer.headers.get("set-cookie"), null);
					assert.equal(await openSessions(), 0);
				});
			}
		}
	});

	describe("for a setup", () => {
		const setUp = (link: string | null) =>
			service.visitor().post("/api/auth/setup", { token: tokenOf(link), password: newPassword });

		it("the user is disabled: no session, which enabling would bring to life, and no new password", async () => {
			const { setupLink } = await users.reset(name);
			hashing(() => users.disable(name));
			const answer = await setUp(setupLink);
			assertProblem(answer, "not_found");
			assert.equal(answer.headers.get("set-cookie"), null);
			await users.enable(name);
			assert.equal(await openSessions(), 0);
			assertProblem(await logIn(newPassword), "invalid_credentials");
			assert.equal((await setUp(setupLink)).status, 200);
		});

		it("a new link takes the place of this one: the old one sets nothing", async () => {
			const { setupLink } = await users.reset(name);
			let second: string | null = null;
			hashing(async () => {
				second = (await users.reset(name)).setupLink;
			});
			assert.notEqual((await setUp(setupLink)).status, 200);
			assertProblem(await logIn(newPassword), "invalid_credentials");
			assert.equal((await setUp(second)).status, 200);
		});

		it("the user is removed: there is no login", async () => {
			const { setupLink } = await users.reset(name);
			hashing(() => users.remove(name));
			const answer = await setUp(setupLink);
			assert.ok(answer.status === 404 || answer.status === 409, answer.text);
			assert.equal(answer.headers.get("set-cookie"), null);
		});
	});

	it("a setup in a browser that is logged in ends the session that was there", async () => {
		const browser = await service.loggedIn(name);
		const old = cookieOf(browser);
		const { setupLink } = await users.add({ name: `${name}b`, role: "user", passwordHash: null });
		const body = { token: tokenOf(setupLink), password: newPassword };
		assert.equal((await browser.post("/api/auth/setup", body)).status, 200);
		assertProblem(await service.visitor().get("/api/auth/session", old), "session_ended");
	});

	describe("to confirm it", () => {
		it("the session ends: it stays ended", async () => {
			const user = await service.loggedIn(name);
			verified(() => users.endSessions(name));
			assertProblem(
				await user.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD }),
				"session_ended",
			);
			assert.equal(await openSessions(), 0);
		});

		it("the session runs out: it is not brought back", async () => {
			const user = await service.loggedIn(name);
			const cookie = cookieOf(user);
			verified(async () => service.travel(61 * minute));
			const answer = await user.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
			assert.equal(answer.status, 401);
			assertProblem(await service.visitor().get("/api/auth/session", cookie), "session_expired");
		});
	});

	describe("for a change of it", () => {
		const change = { currentPassword: ADMIN_PASSWORD, newPassword };

		it("the user is disabled: the old password stays, and no session", async () => {
			const user = await service.loggedIn(name);
			hashing(() => users.disable(name));
			const answer = await user.post("/api/auth/password", change);
			assert.equal(answer.status, 401);
			await users.enable(name);
			assert.equal(await openSessions(), 0);
			assert.equal((await logIn()).status, 200);
		});

		it("it is changed elsewhere: the first change holds", async () => {
			const one = bearerOf(await logIn());
			const other = bearerOf(await logIn());
			hashing(async () => {
				const first = { ...change, newPassword: "another five words of mine" };
				assert.equal((await service.visitor().post("/api/auth/password", first, other)).status, 200);
			});
			assertProblem(await service.visitor().post("/api/auth/password", change, one), "invalid_credentials");
			assertProblem(await logIn(newPassword), "invalid_credentials");
			assert.equal((await logIn("another five words of mine")).status, 200);
		});
	});
});

forEachDatabase("two instances of which one is ahead by ten seconds", (database) => {
	it("a session that has run out on an instance whose clock is ahead is ended on the other one when all sessions are", async () => {
		const options = { databaseUrl: await database.url(), settings: cheap };
		const behind = await startTestService(options);
		const ahead = await startTestService(options);
		try {
			ahead.travel(10_000);
			await behind.addUser("ada");
			const attacker = await behind.loggedIn("ada");
			behind.travel(60 * minute - 5_000);
			ahead.travel(60 * minute - 5_000);
			const user = bearerOf(await ahead.visitor().logIn("ada", ADMIN_PASSWORD));
			const change = { currentPassword: ADMIN_PASSWORD, newPassword };
			assert.equal((await ahead.visitor().post("/api/auth/password", change, user)).status, 200);
			assert.equal((await attacker.get("/api/auth/session")).status, 401);
			await behind.running.maintenance.run();
			assert.equal((await attacker.get("/api/auth/session")).status, 401);
		} finally {
			await ahead.stop();
			await behind.stop();
		}
	});
});
