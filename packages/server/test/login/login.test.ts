import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { decodeJwt } from "jose";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

/** What the reference request of the contract sends. */
const reference = { accept: "application/json, text/plain, */*", "content-type": "application/json" };

forEachDatabase("the reference request of the contract", (database) => {
	let service: TestService;
	let user: Visitor;
	let csrf: string;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		await service.addUser("ada");
		user = await service.loggedIn("ada");
		csrf = await service.copiedCsrf(user);
	});
	after(() => service.stop());

	const send = (body: object) =>
		service.visitor().request("POST", "/api/auth/login", { body, headers: { ...reference, csrf } });

	it("answers with exactly id, message and token", async () => {
		const answer = await send({ username: "ada", password: ADMIN_PASSWORD });
		assert.equal(answer.status, 200);
		assert.deepEqual(Object.keys(answer.body ?? {}), ["id", "message", "token"]);
		assert.equal(answer.body?.message, "Login successful");
		assert.equal(decodeJwt(String(answer.body?.token)).sub, answer.body?.id);
	});

	it("takes session: false for token mode", async () => {
		const answer = await send({ username: "ada", password: ADMIN_PASSWORD, session: false });
		assert.deepEqual(Object.keys(answer.body ?? {}), ["id", "message", "token"]);
	});

	// Proves: csrf-stolen-token
	it("works fifty times with one copied CSRF token and no cookie, until that session logs out", async () => {
		for (let round = 0; round < 50; round++) {
			assert.equal((await send({ username: "ada", password: ADMIN_PASSWORD })).status, 200);
		}
		await user.post("/api/auth/logout");
		const answer = await send({ username: "ada", password: ADMIN_PASSWORD });
		assert.equal(answer.status, 403);
		assert.equal(answer.body?.code, "csrf_invalid");
	});
});

describe("session mode", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
		await service.addUser("ada");
	});
	after(() => service.stop());

	it("carries the session by cookie only", async () => {
		const visitor = service.visitor();
		const answer = await visitor.logIn("ada", ADMIN_PASSWORD, { session: true });
		assert.deepEqual(Object.keys(answer.body ?? {}), ["id", "message", "csrf", "expiresAt"]);
		const secret = visitor.cookies.get("sallyport-sid");
		assert.match(secret ?? "", /^[A-Za-z0-9_-]{43}$/);
		assert.ok(!answer.text.includes(secret ?? "?"));
		assert.equal((await visitor.get("/api/auth/session")).body?.username, "ada");
	});
});
