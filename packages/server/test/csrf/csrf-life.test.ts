// Proves: csrf-stolen-token
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createTestDatabase } from "../support/databases.ts";
import { ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

/** A login as ada with a copied value, from curl as it were. */
const logInWith = (csrf: string, at: TestService): Promise<Answer> =>
	at.visitor().request("POST", "/api/auth/login", {
		body: { username: "ada", password: ADMIN_PASSWORD },
		headers: { csrf },
	});

const password = { currentPassword: ADMIN_PASSWORD, newPassword: "five words nobody else has" };

describe("a copied CSRF token", () => {
	let service: TestService;
	let users = 0;
	before(async () => {
		service = await startTestService({ settings: cheap });
		await service.addUser("ada");
	});
	after(() => service.stop());

	interface Scene {
		service: TestService;
		name: string;
		user: Visitor;
	}
	const idOf = async (visitor: Visitor) => (await ownSession(visitor)).id;

	const endings: Record<string, (scene: Scene) => Promise<unknown>> = {
		logout: ({ user }) => user.post("/api/auth/logout"),
		revocation: async ({ service, name, user }) =>
			(await service.loggedIn(name)).delete(`/api/auth/sessions/${await idOf(user)}`),
		"the end of all others": async ({ service, name }) =>
			(await service.loggedIn(name)).delete("/api/auth/sessions"),
		"a password change here": ({ user }) => user.post("/api/auth/password", password),
		"a password change elsewhere": async ({ service, name }) =>
			(await service.loggedIn(name)).post("/api/auth/password", password),
		"a login that replaces the session": ({ user, name }) =>
			user.logIn(name, ADMIN_PASSWORD, { session: true }),
		"an admin": ({ service, name }) => usersOf(service).endSessions(name),
		"a reset": ({ service, name }) => usersOf(service).reset(name),
		disabling: ({ service, name }) => usersOf(service).disable(name),
		deletion: ({ service, name }) => usersOf(service).remove(name),
		"an hour without use": async ({ service }) => service.travel(60 * 60_000),
		"twelve hours of use": async ({ service, user }) => {
			for (let half = 1; half <= 24; half++) {
				service.travel(30 * 60_000);
				await user.get("/api/auth/session");
				await service.running.maintenance.run();
			}
		},
	};
	for (const [name, end] of Object.entries(endings)) {
		it(`dies by ${name}`, async () => {
			users += 1;
			const scene = { service, name: `user${users}`, user: service.visitor() };
			await service.addUser(scene.name);
			scene.user = await service.loggedIn(scene.name);
			const csrf = await service.copiedCsrf(scene.user);
			assert.equal((await logInWith(csrf, service)).status, 200);
			await end(scene);
			assertProblem(await logInWith(csrf, service), "csrf_invalid");
		});
	}

	it("outlives a renewal", async () => {
		const user = await service.loggedIn("ada");
		const csrf = await service.copiedCsrf(user);
		await user.post("/api/auth/renew");
		assert.equal((await logInWith(csrf, service)).status, 200);
	});

	it("does not keep its session alive", async () => {
		const csrf = await service.copiedCsrf(await service.loggedIn("ada"));
		service.travel(40 * 60_000);
		assert.equal((await logInWith(csrf, service)).status, 200);
		await service.running.maintenance.run();
		service.travel(20 * 60_000);
		assertProblem(await logInWith(csrf, service), "csrf_invalid");
	});
});

// Proves: sealing-keys
it("a copied CSRF token lasts as long as its user stays logged in, though its key was replaced", async () => {
	const day = 86_400_000;
	const lives = {
		SALLYPORT_REMEMBER: "60d",
		SALLYPORT_REMEMBER_IDLE: "60d",
		SALLYPORT_DEVICE_LIFETIME: "1h",
	};
	const service = await startTestService({
		settings: { ...cheap, ...lives, SALLYPORT_SEALING_KEY_LIFETIME: "1d" },
	});
	try {
		await service.addUser("ada");
		const user = service.visitor();
		await user.logIn("ada", ADMIN_PASSWORD, { session: true, remember: true });
		const csrf = await service.copiedCsrf(user);
		for (const days of [2, 57]) {
			service.travel(days * day);
			await service.running.maintenance.run();
		}
		assert.equal((await logInWith(csrf, service)).status, 200);
		service.travel(day);
		assertProblem(await logInWith(csrf, service), "csrf_invalid");
	} finally {
		await service.stop();
	}
});

// Proves: session-end
describe("a copied CSRF token on several instances", () => {
	const database = createTestDatabase("sqlite");
	let first: TestService;
	before(async () => {
		first = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		await first.addUser("ada");
	});
	after(async () => {
		await first.stop();
		await database.remove();
	});
	const startAnother = async () => startTestService({ databaseUrl: await database.url(), settings: cheap });

	it("works on each, and ends on all at once", async () => {
		const second = await startAnother();
		try {
			const user = await first.loggedIn("ada");
			const csrf = await first.copiedCsrf(user);
			assert.equal((await logInWith(csrf, second)).status, 200);
			await user.post("/api/auth/logout");
			assertProblem(await logInWith(csrf, second), "csrf_invalid");
		} finally {
			await second.stop();
		}
	});

	it("works after a restart", async () => {
		const user = await first.loggedIn("ada");
		const csrf = await first.copiedCsrf(user);
		await first.stop();
		first = await startAnother();
		assert.equal((await logInWith(csrf, first)).status, 200);
	});
});
