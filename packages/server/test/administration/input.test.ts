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

const badQueries = [
	"limit=0",
	"limit=201",
	"limit=1e3",
	"limit=0x10",
	"limit=%2050",
	"limit=",
	"limit=5&limit=6",
	"cursor=",
	"unknown=1",
	"__proto__=1",
	"constructor=1",
	"limit[]=5",
	`cursor=${"x".repeat(1537)}`,
];

const badFilters: Array<[string, string]> = [
	["users", "q="],
	["users", "q=a%00b"],
	["users", "role=owner"],
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

const badBodies: Array<[string, string, unknown]> = [
	["POST", "users", { username: "a b" }],
	["POST", "users", { username: "a\u202eb" }],
	["POST", "users", { username: "x".repeat(255) }],
	["POST", "users", { username: "ok-1", displayName: "\u202egnp" }],
	["POST", "users", { username: "ok-2", attributes: { __proto__x: "1" } }],
	["POST", "users", '{"username":"ok-3","attributes":{"__proto__":"1"}}'],
	["POST", "users", { username: "ok-4", groups: ["nowhere"] }],
	["POST", "users", { username: "ok-5", password: "not over HTTP" }],
	["POST", "users", { username: "ok-6", passwordHash: "$argon2id$" }],
	["POST", "users", { username: "ok-7", kind: "service", role: "admin" }],
	["POST", "users", '{"username":"ok-8","username":"ok-9"}'],
	["POST", "users", { username: 1 }],
	["POST", "users", { username: "ok-10", email: "a@example.com", invite: "mail" }],
	["POST", "groups", { name: "UPPER" }],
	["POST", "groups", { name: "ok", description: "a\nb" }],
	["POST", "groups/crew/members", { add: ids(501) }],
	["POST", "groups/crew/members", { add: [id, id] }],
	["POST", "groups/crew/members", { add: ["ada"] }],
	["POST", "sessions/end", { userIds: [] }],
	["POST", "sessions/end", { userIds: ids(501) }],
	["POST", "sessions/end-all", { confirm: "END ALL SESSIONS" }],
	["POST", "keys/signing/replace", { confirm: "yes" }],
	["POST", "keys/other/rotate", {}],
	["POST", `users/${id}/disable`, { reason: "none" }],
];

forEachDatabase("the administration", (database) => {
	const world = createAdministrationWorld(database);
	let admin: Visitor;
	before(async () => {
		({ visitor: admin } = await world.person("admin"));
		await admin.post("/api/admin/groups", { name: "crew" });
	});

	/** 4xx with a code and a sentence; for a body, a pointer too unless it is no JSON that is taken. */
	const refuses = (
		answer: { status: number; text: string; body: Record<string, unknown> | null },
		what: string,
	) => {
		assert.ok(answer.status >= 400 && answer.status < 500, `${what}: ${answer.status} ${answer.text}`);
		assert.match(String(answer.body?.code), /^[a-z_]+$/, what);
		assert.match(String(answer.body?.message), /\w.*\.$/, what);
	};

	it("refuses what no list takes", async () => {
		for (const [list] of lists)
			for (const query of badQueries)
				refuses(
					await admin.get(`/api/admin/${list}${list.includes("?") ? "&" : "?"}${query}`),
					`${list} ${query}`,
				);
		for (const [list, query] of badFilters)
			refuses(await admin.get(`/api/admin/${list}?${query}`), `${list} ${query}`);
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
		for (const [method, path, body] of badBodies)
			refuses(
				await admin.send(method, `/api/admin/${path}`, body),
				`${path} ${JSON.stringify(body).slice(0, 80)}`,
			);
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
