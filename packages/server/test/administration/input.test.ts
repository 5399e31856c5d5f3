/** Input that no caller of the administration sends by intention: each is refused with a code, and nothing is stored. */
// Proves: administration-input
import assert from "node:assert/strict";
import { before, it } from "node:test";
import { createAdministrationWorld, listIn } from "../support/administration-world.ts";
import { forEachDatabase } from "../support/databases.ts";
import type { Visitor } from "../support/visitor.ts";

const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Lists, each with what a position in it is made of. */
const lists: Array<[string, unknown[]]> = [
	["users", ["ada"]],
	["users?sort=-createdAt", [1, "x"]],
	["groups", ["a"]],
	["sessions", [1, "x"]],
	["events", [1, "x"]],
	["setup-links", ["x", "y"]],
	["mails", [1, "x"]],
	["access-keys", [1, "x"]],
];

/** What each list refuses, with the code and the parameter that the answer points to. */
const badQueries: Array<[query: string, code: string, pointer?: string]> = [
	...["0", "201", "1e3", "0x10", "%2050", ""].map(
		(limit) => [`limit=${limit}`, "validation_failed", "/limit"] as [string, string, string],
	),
	["limit=5&limit=6", "validation_failed", "/limit"],
	["cursor=", "validation_failed", "/cursor"],
	[`cursor=${"x".repeat(1537)}`, "validation_failed", "/cursor"],
	[`cursor=${"x".repeat(10_000)}`, "uri_too_long"],
	["unknown=1", "unknown_field", "/unknown"],
	["__proto__=1", "unknown_field", "/__proto__"],
	["constructor=1", "unknown_field", "/constructor"],
	["limit[]=5", "unknown_field", "/limit[]"],
];

const badFilters: Array<[list: string, query: string]> = [
	["users", "q="],
	["users", "q=a%00b"],
	["users", `q=${"x".repeat(255)}`],
	["users", "role=owner"],
	["users", "role="],
	["users", "role=user&role=user"],
	["users", "state=gone"],
	["users", "secondFactor=true"],
	["users", "inactiveSince=yesterday"],
	["users", "inactiveSince=2026-01-31T23:59:60Z"],
	["users", "inactiveSince=2026-01-31T09:15:00%2B05"],
	["users", "group=%00"],
	["sessions", "user=ada"],
	["sessions", "address=%25"],
	["sessions", "since=2026-01-31T23:59:60Z"],
	["events", "level=fatal"],
	["events", "user=ada"],
	["events", `user=${Array(11).fill("0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47").join(",")}`],
	["events", "event=drop%20table"],
	["events", "request=short"],
	["events", "until=2026-01-31T23:59:60Z"],
	["access-keys", "expiringBefore=never"],
];

const id = "0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47";
const ids = (count: number) =>
	Array.from({ length: count }, (_, index) => `${id.slice(0, -3)}${String(index).padStart(3, "0")}`);

/** Each with the member that the answer points to, or another code. */
const badBodies: Array<[path: string, body: unknown, pointerOrCode: string]> = [
	["users", { username: "a b" }, "/username"],
	["users", { username: "a\u202eb" }, "/username"],
	["users", { username: "<img onerror=alert(1)>" }, "/username"],
	["users", { username: "\u{20000}".repeat(255) }, "/username"],
	["users", '{"username":"a\\ud800b"}', "malformed_json"],
	["users", { username: "ok-1", displayName: "\u202egnp" }, "/displayName"],
	["users", { username: "ok-2", attributes: { __proto__x: "1" } }, "/attributes"],
	["users", '{"username":"ok-3","attributes":{"__proto__":"1"}}', "/attributes"],
	[
		"users",
		{ username: "ok-4", attributes: Object.fromEntries(ids(17).map((_, at) => [`a${at}`, "x"])) },
		"limit_exceeded",
	],
	["users", { username: "ok-5", groups: ["nowhere"] }, "/groups"],
	["users", { username: "ok-6", password: "not over HTTP" }, "/password"],
	["users", { username: "ok-7", passwordHash: "$argon2id$" }, "/passwordHash"],
	["users", { username: "ok-8", kind: "service", role: "admin" }, "validation_failed"],
	["users", '{"username":"ok-9","username":"ok-10"}', "duplicate_key"],
	["users", { username: 1 }, "/username"],
	["users", { username: "ok-11", id: "7" }, "/id"],
	["users", { username: "ok-12", email: "a@example.com", invite: "mail" }, "state_conflict"],
	["groups", { name: "UPPER" }, "/name"],
	["groups", { name: "ok", description: "a\nb" }, "/description"],
	["groups/crew/members", { add: ids(501) }, "/add"],
	["groups/crew/members", { add: [id, id] }, "/add"],
	["groups/crew/members", { add: ["ada"] }, "/add/0"],
	["groups/crew/members", { add: [id] }, "not_found"],
	["users/actions", { action: "disable", ids: ids(501) }, "/ids"],
	["users/actions", { action: "disable", ids: [id, id] }, "/ids"],
	["users/actions", { action: "disable", ids: ["ada"] }, "/ids/0"],
	["users/actions", { action: "promote", ids: [id] }, "/action"],
	["sessions/end", { userIds: [] }, "/userIds"],
	["sessions/end", { userIds: ids(501) }, "/userIds"],
	["sessions/end-all", { confirm: "END ALL SESSIONS" }, "/confirm"],
	["groups/crew/delete", { confirm: "CREW" }, "/confirm"],
	["keys/signing/replace", { confirm: "yes" }, "/confirm"],
	["keys/signing/replace", { confirm: "replace all signing keys", active: 7 }, "/active"],
	["keys/signing/rotate", { active: "x".repeat(65) }, "/active"],
	["keys/other/rotate", {}, "/kind"],
	[`users/${id}/disable`, { reason: "none" }, "unknown_field"],
];

const badHeaders: Array<[headers: Record<string, string>, code: string]> = [
	[{ "idempotency-key": "" }, "validation_failed"],
	[{ "idempotency-key": "x".repeat(256) }, "validation_failed"],
	[{ "content-type": "text/csv" }, "unsupported_media_type"],
];

forEachDatabase("the administration", (database) => {
	const world = createAdministrationWorld(database);
	let admin: Visitor;
	before(async () => {
		({ visitor: admin } = await world.person("admin"));
		await admin.post("/api/admin/groups", { name: "crew" });
	});

	/** A code and a sentence, and where a member or a parameter is wrong, a pointer to it with a sentence of its own. */
	const refuses = (
		answer: { status: number; text: string; body: Record<string, unknown> | null },
		what: string,
		{ code, pointer }: { code?: string | undefined; pointer?: string | undefined } = {},
	) => {
		assert.ok(answer.status >= 400 && answer.status < 500, `${what}: ${answer.status} ${answer.text}`);
		assert.match(String(answer.body?.code), /^[a-z_]+$/, what);
		assert.match(String(answer.body?.message), /\w.*\.$/, what);
		if (code !== undefined) assert.equal(answer.body?.code, code, `${what}: ${answer.text}`);
		if (pointer === undefined) return;
		const [error] = (answer.body?.errors ?? []) as Array<{ pointer: string; message: string }>;
		assert.equal(error?.pointer, pointer, `${what}: ${answer.text}`);
		assert.match(error.message, /\w \w/, what);
	};

	it("refuses what no list takes", async () => {
		for (const [list] of lists)
			for (const [query, code, pointer] of badQueries)
				refuses(
					await admin.get(`/api/admin/${list}${list.includes("?") ? "&" : "?"}${query}`),
					`${list} ${query.slice(0, 80)}`,
					{ code, pointer },
				);
		for (const [list, query] of badFilters)
			refuses(await admin.get(`/api/admin/${list}?${query}`), `${list} ${query}`, {
				code: "validation_failed",
				pointer: `/${query.split("=")[0]}`,
			});
	});

	it("refuses cursors that were made up, or are those of another list or of other filters", async () => {
		const own = await admin.get("/api/admin/users?limit=1");
		const next = String(own.body?.next);
		const [of] = JSON.parse(Buffer.from(next, "base64url").toString()) as [string];
		for (const [list, position] of lists) {
			const wrong = [
				next,
				"none",
				cursor(null),
				cursor({}),
				cursor([]),
				cursor([of]),
				cursor(["", ...position]),
				cursor([of, ...position, "more"]),
				cursor([of, ...position.map((part) => (typeof part === "string" ? 1 : "1"))]),
				cursor([of, ...position.map((part) => (typeof part === "string" ? "\0" : 1e308))]),
			];
			for (const given of wrong) {
				if (list === "users" && given === next) continue;
				const answer = await admin.get(`/api/admin/${list}${list.includes("?") ? "&" : "?"}cursor=${given}`);
				assert.equal(answer.body?.code, "cursor_invalid", `${list} ${given}: ${answer.text}`);
			}
		}
		const narrower = await admin.get(`/api/admin/users?role=user&cursor=${next}`);
		assert.equal(narrower.body?.code, "cursor_invalid");
	});

	it("refuses bodies that say what no operation takes, and stores nothing of them", async () => {
		const count = async () => (await admin.get("/api/admin/users/count")).body?.count;
		const earlier = await count();
		for (const [path, body, expected] of badBodies)
			refuses(
				await admin.post(`/api/admin/${path}`, body),
				`${path} ${JSON.stringify(body).slice(0, 80)}`,
				expected.startsWith("/") ? { pointer: expected } : { code: expected },
			);
		for (const [headers, code] of badHeaders)
			refuses(await admin.post("/api/admin/users", { username: "ok-13" }, headers), code, { code });
		assert.equal(await count(), earlier);
	});

	it("says that there is none for what has no such id, and never fails", async () => {
		for (const unknown of ["none", id, id.toUpperCase(), "%00", "..", "a%2fb", "x".repeat(70)])
			for (const [method, path, body] of [
				["GET", `users/${unknown}`],
				["PATCH", `users/${unknown}`, { locale: "de" }],
				["POST", `users/${unknown}/disable`],
				["GET", `sessions/${unknown}`],
				["POST", `sessions/${unknown}/end`],
				["POST", `setup-links/${unknown}/end`],
				["POST", `mails/${unknown}/retry`],
				["POST", `access-keys/${unknown}/end`],
				["GET", `groups/${unknown}/members`],
				["PATCH", `groups/${unknown}`, { description: "none" }],
			] as Array<[string, string, unknown]>)
				refuses(await admin.send(method, `/api/admin/${path}`, body), `${method} ${path}`);
	});

	it("takes names at the longest, and gives each page of them", async () => {
		const long = (last: string) => `${"\u{20000}".repeat(253)}${last}`;
		for (const last of ["a", "b", "c"]) {
			const made = await admin.post("/api/admin/users", { username: long(last), invite: "none" });
			assert.equal(made.status, 201, made.text);
		}
		const seen: unknown[] = [];
		let query = `?q=${encodeURIComponent("\u{20000}")}&limit=1`;
		for (let page = 0; page < 3; page++) {
			const answer = await admin.get(`/api/admin/users${query}`);
			seen.push(...listIn(answer, "users"));
			query = `?q=${encodeURIComponent("\u{20000}")}&limit=1&cursor=${answer.body?.next}`;
		}
		assert.equal(seen.length, 3);
	});
});
