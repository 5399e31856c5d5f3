import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { bearerOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

/** Logging out is harmless without a session; what a foreign page sends is refused before its body is read all the same. */
describe("a logout without a session", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
	});
	after(() => service.stop());

	const logOut = (headers: Record<string, string>, body?: string) =>
		service
			.visitor()
			.request("POST", "/api/auth/logout", { headers, ...(body === undefined ? {} : { body }) });

	it("is answered as one with a session", async () => {
		const answer = await logOut({});
		assert.equal(answer.status, 200);
		assert.deepEqual(answer.body, { message: "Logged out" });
	});

	// Proves: csrf-foreign-form
	it("is refused as a form of text", async () => {
		assertProblem(await logOut({ "content-type": "text/plain" }, "{"), "unsupported_media_type");
	});

	// Proves: csrf-cross-origin
	it("is refused from a sandboxed or foreign page", async () => {
		assertProblem(await logOut({ origin: "null" }, "{"), "origin_forbidden");
		assertProblem(await logOut({ origin: "https://evil.example" }), "origin_forbidden");
	});
});

// Proves: session-end
it("a logout by token does not affect the cookie session next to it, and none affects the applications beside the service", async () => {
	const service = await startTestService({ settings: cheap, prefix: "/login" });
	try {
		await service.addUser("ada");
		const browser = await service.loggedIn("ada");
		const token = bearerOf(await service.visitor().logIn("ada", ADMIN_PASSWORD));
		const answer = await browser.post("/api/auth/logout", undefined, token);
		assert.equal(answer.status, 200);
		assert.equal(answer.headers.get("set-cookie"), null);
		assert.equal(answer.headers.get("clear-site-data"), null);
		assert.equal((await browser.get("/api/auth/session")).status, 200);
		assertProblem(await service.visitor().get("/api/auth/session", token), "session_ended");
		// Behind a path, the data of the origin are those of other applications, too.
		const ended = await browser.post("/api/auth/logout");
		assert.deepEqual([ended.status, ended.headers.get("clear-site-data")], [200, null]);
	} finally {
		await service.stop();
	}
});
