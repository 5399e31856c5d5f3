import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { assertProblem } from "./problem.ts";
import { startTestService, type TestService } from "./service.ts";

/** Logging out is harmless without a session; what a foreign page sends is refused before its body is read all the same. */
describe("a logout without a session", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService();
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

	it("is refused as a form of text", async () => {
		assertProblem(await logOut({ "content-type": "text/plain" }, "{"), "unsupported_media_type");
	});

	it("is refused from a sandboxed or foreign page", async () => {
		assertProblem(await logOut({ origin: "null" }, "{"), "origin_forbidden");
		assertProblem(await logOut({ origin: "https://evil.example" }), "origin_forbidden");
	});
});
