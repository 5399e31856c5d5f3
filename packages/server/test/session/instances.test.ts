// At length: it races many requests at two instances.
/** Three processes on one database: what one of them gives holds on all, and what one of them takes is gone on all. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { tokenOf, usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner } from "../support/command.ts";
import { onEmptyPostgres } from "../support/databases.ts";
import { bearerOf, cookieOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { startThree, type ThreeInstances } from "../support/three-instances.ts";
import type { Visitor } from "../support/visitor.ts";

const newPassword = "five words nobody else has";
const all = [0, 1, 2];

// On one file: service/start-at-once.test.ts.
onEmptyPostgres("three instances, started at once on nothing,", (database) => {
	let three: ThreeInstances;
	/** Another process again, in which an operator works. */
	let office: TestService;
	let users = 0;
	let name: string;
	before(async () => {
		three = await startThree(await database.url());
		const settings = { ...cheap, SALLYPORT_BASE_URL: three.processes[0].baseUrl };
		office = await startTestService({ databaseUrl: await database.url(), settings });
	});
	after(async () => {
		await office?.stop();
		await three?.kill();
	});
	beforeEach(async () => {
		users += 1;
		name = `user${users}`;
		await office.addUser(name);
	});

	async function logInAt(instance: number, password = ADMIN_PASSWORD): Promise<Visitor> {
		const visitor = three.visitor(instance);
		assert.equal((await visitor.logIn(name, password, { session: true })).status, 200);
		return visitor;
	}
	const tokenFrom = async (instance: number) =>
		bearerOf(await three.visitor(instance).logIn(name, ADMIN_PASSWORD));

	it("run each migration once, make one admin and one link, and show the same keys and metadata", async () => {
		const opened = await database.open();
		const { rows } = await opened.database.executeQuery<{ name: string }>(
			opened.database
				.withTables<{ schema_migrations: { name: string } }>()
				.selectFrom("schema_migrations")
				.select("name")
				.compile(),
		);
		assert.equal(new Set(rows.map((row) => row.name)).size, rows.length);
		const admins = opened.database.selectFrom("users").select("username").where("role", "=", "admin");
		assert.deepEqual(await admins.execute(), [{ username: "admin" }]);
		const [link = "", ...others] = new Set(three.processes.map(({ setupLink }) => tokenOf(setupLink)));
		assert.match(link, /^[\w-]{43}$/);
		assert.deepEqual(others, []);
		for (const path of ["/.well-known/jwks.json", "/.well-known/oauth-authorization-server"]) {
			const texts = await Promise.all(all.map(async (each) => (await three.visitor(each).get(path)).text));
			assert.equal(new Set(texts).size, 1, path);
		}
	});

	// Proves: deployment-secret
	it("do not accept a fourth with another secret", async () => {
		const run = createHostedRunner({ ...cheap, SALLYPORT_DATABASE_URL: await database.url() });
		const more = { SALLYPORT_SECRET: "another secret, just as long as the first" };
		const { code, err } = await run("serve", { more });
		assert.equal(code, 1);
		assert.match(err, /^sallyport: [^\n]*secret/i);
		for (const each of all) assert.equal((await three.visitor(each).get("/healthz")).status, 200);
	});

	// All run the same program: what one has made is as good as what each of them makes.
	describe("made on one instance, good on all:", () => {
		const made = 1;
		it("a session, its CSRF token, and what a renewal makes of it", async () => {
			let person = await logInAt(made);
			for (const each of all) {
				person = three.visitor(each, person);
				assert.equal((await person.get("/api/auth/session")).body?.username, name);
				assert.equal((await person.post("/api/auth/renew")).status, 200);
			}
		});

		it("a token, and the one of a renewal", async () => {
			let headers = await tokenFrom(made);
			for (const each of all) {
				assert.equal((await three.visitor(each).get("/api/auth/check", headers)).status, 204);
				headers = bearerOf(await three.visitor(each).post("/api/auth/renew", undefined, headers));
			}
			assert.equal((await three.visitor(made).get("/api/auth/check", headers)).status, 204);
		});

		it("the CSRF token of a page, without a cookie, and that of a visitor, with it", async () => {
			const csrf = await office.copiedCsrf(await logInAt(made));
			const visitor = three.visitor(made);
			await visitor.get("/api/auth/csrf");
			for (const each of all) {
				const body = { username: name, password: ADMIN_PASSWORD };
				const bare = await three.visitor(each).post("/api/auth/login", body, { csrf });
				assert.equal(bare.status, 200, bare.text);
				const own = three.visitor(each, visitor);
				assert.equal((await own.logIn(name, ADMIN_PASSWORD)).status, 200);
			}
		});

		it("the cookie of a device", async () => {
			const device = await logInAt(made);
			await device.post("/api/auth/logout");
			for (const each of all) {
				const again = three.visitor(each, device);
				again.csrf = null;
				const answer = await again.logIn(name, "not the password");
				assertProblem(answer, "invalid_credentials");
				assert.match(answer.headers.get("ratelimit-policy") ?? "", /^"client"/);
			}
		});
	});

	it("take a setup link once among them", async () => {
		const { setupLink } = await usersOf(office).reset(name);
		const body = { token: tokenOf(setupLink), password: newPassword };
		assert.equal((await three.visitor(1).post("/api/auth/setup", body)).status, 200);
		for (const each of all)
			assertProblem(await three.visitor(each).post("/api/auth/setup", body), "setup_link_used");
	});

	// Proves: guesses-of-strangers
	it("count the guesses at an account together", async () => {
		for (let guess = 0; guess < 10; guess++)
			assertProblem(await three.visitor(guess % 3).logIn(name, "wrong"), "invalid_credentials");
		for (const each of all)
			assertProblem(await three.visitor(each).logIn(name, ADMIN_PASSWORD), "rate_limited");
	});

	// Proves: session-end
	describe("refuse at the next request, on all of them, what one of them has ended by", () => {
		interface Scene {
			person: Visitor;
			bearer: { authorization: string };
		}
		const change = { currentPassword: ADMIN_PASSWORD, newPassword };
		const endings: Record<string, (scene: Scene) => Promise<unknown>> = {
			"a logout of each": async ({ person, bearer }) => {
				await person.post("/api/auth/logout");
				await three.visitor(1).post("/api/auth/logout", undefined, bearer);
			},
			"ending all other sessions": async () => (await logInAt(1)).delete("/api/auth/sessions"),
			"a change of the password": async () => (await logInAt(1)).post("/api/auth/password", change),
			"disabling the user": () => usersOf(office).disable(name),
			"resetting the user": () => usersOf(office).reset(name),
			"removing the user": () => usersOf(office).remove(name),
			"an administrator": () => usersOf(office).endSessions(name),
		};
		for (const [how, end] of Object.entries(endings)) {
			it(how, async () => {
				const person = await logInAt(0);
				const csrf = await office.copiedCsrf(person);
				const cookie = cookieOf(person);
				const bearer = await tokenFrom(2);
				const credentials: Array<Record<string, string>> = [cookie, bearer];
				// Every instance has just looked at both, had it anything to remember them in.
				for (const each of all)
					for (const headers of credentials)
						assert.equal((await three.visitor(each).get("/api/auth/check", headers)).status, 204);
				await end({ person, bearer });
				await Promise.all(
					all.flatMap((each) => [
						...credentials.map(async (headers) => {
							for (const path of ["/api/auth/check", "/api/auth/session", "/api/auth/sessions"])
								assert.equal(
									(await three.visitor(each).get(path, headers)).status,
									401,
									`${path} on ${each}`,
								);
						}),
						(async () => {
							const body = { username: name, password: ADMIN_PASSWORD };
							const copied = await three.visitor(each).post("/api/auth/login", body, { csrf });
							assertProblem(copied, "csrf_invalid");
						})(),
					]),
				);
			});
		}

		// Proves: session-end
		it("the old password, as soon as it is changed", async () => {
			const answer = await (await logInAt(1)).post("/api/auth/password", change);
			assert.equal(answer.status, 200, answer.text);
			for (const each of all) {
				assertProblem(await three.visitor(each).logIn(name, ADMIN_PASSWORD), "invalid_credentials");
				assert.equal((await three.visitor(each).logIn(name, newPassword)).status, 200);
			}
		});
	});

	// Proves: session-end
	it("still refuse it when all of them have crashed and one has come back", async () => {
		const person = await logInAt(0);
		const [cookie, bearer] = [cookieOf(person), await tokenFrom(1)];
		await person.post("/api/auth/logout");
		await usersOf(office).disable(name);
		await three.kill();
		const { baseUrl, port } = three.processes[0];
		const again = await startTestService({
			databaseUrl: await database.url(),
			settings: { ...cheap, SALLYPORT_BASE_URL: baseUrl, SALLYPORT_PORT: String(port) },
		});
		try {
			for (const headers of [cookie, bearer])
				assertProblem(await three.visitor(0).get("/api/auth/session", headers), "session_ended");
			assertProblem(await three.visitor(0).logIn(name, ADMIN_PASSWORD), "invalid_credentials");
		} finally {
			await again.stop();
		}
	});
});
