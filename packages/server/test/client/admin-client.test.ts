/** The admin client against the service: as a program by its key, and as an admin by a cookie. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
	type AdminClient,
	createAdminClient,
	createClient,
	createProgramClient,
} from "../../../client/src/index.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { administrationOf } from "../support/people.ts";
import { addProgram } from "../support/program-key.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { watchFetch } from "../support/watched-fetch.ts";

describe("The admin client", () => {
	let service: TestService;
	let programs = 0;
	before(async () => {
		service = await startTestService({ prefix: "/analytics", settings: cheap });
		await service.addUser("ada");
		await administrationOf(service).users.setRole("ada", "admin");
	});
	after(() => service.stop());

	async function programWith(scopes: string[], fetch = globalThis.fetch): Promise<AdminClient> {
		const key = await addProgram(service, `program-${programs++}`, scopes);
		const { baseUrl, now: clock } = service;
		return createAdminClient(createProgramClient({ baseUrl, clock, fetch, ...key }));
	}

	const writer = (fetch?: typeof globalThis.fetch) =>
		programWith(["sallyport:users:read", "sallyport:users:write"], fetch);

	it("adds a user once for one key, and changes the user unless another change came first", async () => {
		const { fetch, count } = watchFetch();
		const admin = await writer(fetch);
		const body = { username: "grace", invite: "none" } as const;
		const { user } = await admin.call("POST /users", { body, idempotencyKey: "hire-1" });
		const again = await admin.call("POST /users", { body, idempotencyKey: "hire-1" });
		assert.equal(again.user.id, user.id);
		const change = { id: user.id, version: user.version, body: { displayName: "Grace" } };
		const changed = await admin.call("PATCH /users/{id}", change);
		assert.deepEqual([changed.user.displayName, changed.ended], ["Grace", 0]);
		await assert.rejects(admin.call("PATCH /users/{id}", change), {
			code: "precondition_failed",
			status: 412,
		});
		assert.equal(count("POST /analytics/api/auth/login"), 1);
	});

	it("reads a list to its end, page after page", async () => {
		const { fetch, seen } = watchFetch();
		const admin = await writer(fetch);
		for (const username of ["each-a", "each-b", "each-c"])
			await admin.call("POST /users", { body: { username, invite: "none" } });
		seen.length = 0;
		const found: string[] = [];
		for await (const { username } of admin.each("GET /users", { query: { q: "each-", limit: "1" } }))
			found.push(username);
		assert.deepEqual(found, ["each-a", "each-b", "each-c"]);
		assert.equal(seen.length, 3);
	});

	it("says what a program may not do, and that there is no such user", async () => {
		const admin = await programWith(["sallyport:users:read"]);
		await assert.rejects(admin.call("GET /settings"), { code: "insufficient_scope", status: 403 });
		await assert.rejects(admin.call("GET /users/{id}", { id: "unknown" }), { code: "not_found" });
		const body = { role: "admin" } as const;
		await assert.rejects(admin.call("PUT /users/{id}/role", { id: "any", body }), { code: "forbidden" });
	});

	it("carries the cookie and the CSRF token of an admin, and no token of one", async () => {
		const { baseUrl, now: clock } = service;
		const page = createClient({ baseUrl, clock, mode: "cookie" });
		const { id } = await page.logIn({ username: "ada", password: ADMIN_PASSWORD });
		const admin = createAdminClient(page);
		await admin.call("POST /groups", { body: { name: "analysts" } });
		const move = { name: "analysts", body: { add: [id] } };
		assert.equal((await admin.call("POST /groups/{name}/members", move)).joined, 1);
		assert.deepEqual((await admin.call("GET /users/{id}", { id })).groups, ["analysts"]);
		const byToken = createClient({ baseUrl, clock });
		await byToken.logIn({ username: "ada", password: ADMIN_PASSWORD });
		await assert.rejects(createAdminClient(byToken).call("GET /groups"), { code: "forbidden" });
	});
});
