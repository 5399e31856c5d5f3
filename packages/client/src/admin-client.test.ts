/** What the admin client sends, against a fetch that is a function. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAdminClient } from "./admin-client.ts";

const baseUrl = "https://login.example/analytics";
const json = (status: number, body: unknown) =>
	new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

function adminWith(answer: (url: URL, number: number) => Response) {
	const seen: Array<{ line: string; headers: Headers; body: unknown }> = [];
	const admin = createAdminClient({
		baseUrl,
		async fetch(input, init) {
			const url = new URL(String(input));
			const body = init?.body === undefined ? undefined : JSON.parse(String(init.body));
			const line = `${init?.method} ${url.pathname}${url.search}`;
			seen.push({ line, headers: new Headers(init?.headers), body });
			return answer(url, seen.length);
		},
	});
	return { admin, seen };
}

test("A call fills in the path, and sends body, version and key", async () => {
	const { admin, seen } = adminWith(() => json(200, { ended: 0 }));
	await admin.call("PATCH /users/{id}", { id: "a/b", version: 4, body: { displayName: "Kim" } });
	await admin.call("POST /users", { idempotencyKey: "hire-1", body: { username: "kim" } });
	await admin.call("GET /users/count");
	assert.deepEqual(
		seen.map(({ line }) => line),
		[
			"PATCH /analytics/api/admin/users/a%2Fb",
			"POST /analytics/api/admin/users",
			"GET /analytics/api/admin/users/count",
		],
	);
	const [change, addition, count] = seen;
	assert.deepEqual(change?.body, { displayName: "Kim" });
	assert.equal(change?.headers.get("if-match"), '"v4"');
	assert.equal(change?.headers.get("content-type"), "application/json");
	assert.equal(addition?.headers.get("idempotency-key"), "hire-1");
	assert.deepEqual([...(count?.headers.keys() ?? [])], ["accept"]);
});

test("A filter that is undefined is none", async () => {
	const { admin, seen } = adminWith(() => json(200, { users: [], next: null }));
	// As a program writes it whose compiler lets an optional member be undefined.
	const query = { group: undefined, q: "a" } as unknown as { q: string };
	await admin.call("GET /users", { query });
	assert.equal(seen[0]?.line, "GET /analytics/api/admin/users?q=a");
});

test("A list is read to its end, with the same filters, past pages that are empty", async () => {
	const pages = [
		{ users: [{ username: "ada" }], next: "one" },
		{ users: [], next: "two" },
		{ users: [{ username: "kim" }], next: null },
	];
	const { admin, seen } = adminWith((_, number) => json(200, pages[number - 1]));
	const found: string[] = [];
	for await (const { username } of admin.each("GET /users", { query: { q: "a&b" } })) found.push(username);
	assert.deepEqual(found, ["ada", "kim"]);
	const path = "GET /analytics/api/admin/users?limit=200&q=a%26b";
	assert.deepEqual(
		seen.map(({ line }) => line),
		[path, `${path}&cursor=one`, `${path}&cursor=two`],
	);
});

test("A list whose reader stops asks for no further page", async () => {
	const { admin, seen } = adminWith(() =>
		json(200, { groups: [{ name: "one" }, { name: "two" }], next: "more" }),
	);
	for await (const { name } of admin.each("GET /groups")) if (name === "one") break;
	assert.equal(seen.length, 1);
});

test("An answer without a body resolves with nothing, and every other one is an object", async () => {
	const gone = adminWith(() => new Response(null, { status: 204 }));
	const call = { id: "one", body: { confirm: "kim" } };
	assert.equal(await gone.admin.call("POST /users/{id}/delete", call), undefined);
	const { admin } = adminWith(() => new Response("<html>", { status: 200 }));
	await assert.rejects(admin.call("GET /settings"), { code: "unexpected_answer", status: 200 });
});

test("A refusal is an error with its code", async () => {
	const { admin } = adminWith(() => json(403, { code: "insufficient_scope", message: "no" }));
	await assert.rejects(admin.call("GET /instances"), { code: "insufficient_scope", status: 403 });
	await assert.rejects(admin.each("GET /mails").next(), { code: "insufficient_scope", status: 403 });
});
