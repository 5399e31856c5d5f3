// At length: it needs thousands of rows or attempts.
/** What a session of an access key may do: less than its user, and nothing that makes it last. */
// Proves: access-key-sessions, access-key-makers
import assert from "node:assert/strict";
import { it } from "node:test";
import { forEachDatabase } from "../support/databases.ts";
import { everyRoute } from "../support/every-route.ts";
import { createKeyWorld } from "../support/key-world.ts";
import { bearerOf } from "../support/own-session.ts";
import { administrationOf, claimsIn } from "../support/people.ts";
import { assertProblem, errorsOf } from "../support/problem.ts";
import type { Answer } from "../support/visitor.ts";

const MINUTE = 60_000;

/** All that a key is for. */
const open = new Set([
	"GET /api/auth/session",
	"POST /api/auth/renew",
	"POST /api/auth/logout",
	"GET /api/auth/check",
]);

forEachDatabase("a session of an access key", (database) => {
	const world = createKeyWorld(database);
	const check = (login: Parameters<typeof bearerOf>[0], query = "") =>
		world.one().visitor().get(`/api/auth/check${query}`, bearerOf(login));

	it("is refused by every endpoint that takes a session, but for the four that a key is for", async () => {
		const { name, visitor } = await world.newPerson();
		const key = await world.makeKey(visitor);
		const routes = (await everyRoute(world.one())).filter(
			({ access, method }) =>
				(access === "session" || access === "cookie-session" || access === "optional-session") &&
				method !== "HEAD",
		);
		assert.ok(routes.length > 20);
		for (const { method, path, bodyOf } of routes) {
			if (open.has(`${method} ${path}`)) continue;
			const login = await world.logIn({ name, ...key });
			world.travel(2000);
			const body = bodyOf({});
			const answer = await world.one().visitor().send(method, path, body, bearerOf(login));
			assertProblem(answer, "forbidden");
		}
		for (const route of open) assert.ok(routes.some(({ method, path }) => `${method} ${path}` === route));
	});

	it("has no level: it is refused wherever an authentication of a person is asked for", async () => {
		const login = await world.logIn(await world.newService());
		assert.equal((await check(login)).status, 204);
		for (const query of ["?acr=aal1", "?acr=aal2", "?maxAge=300"])
			assertProblem(await check(login, query), "insufficient_user_authentication");
		assert.equal((await check(login)).headers.get("x-auth-acr"), "0");
	});

	it("with scopes gets in only where they are asked for, and one without scopes, or a person, everywhere", async () => {
		const reader = await world.logIn(await world.newService({ scopes: ["reports:read"] }));
		const both = await world.logIn(await world.newService({ scopes: ["reports:read", "reports:write"] }));
		const free = await world.logIn(await world.newService());
		const { visitor } = await world.newPerson();
		const passes: Array<[string, boolean, boolean]> = [
			["", false, false],
			["?scope=", false, false],
			["?scope=reports:read", true, true],
			["?scope=reports:write", false, true],
			["?scope=reports:read%20reports:write", false, true],
			["?scope=reports", false, false],
			["?scope=reports:read%22", false, false],
		];
		for (const [query, ofReader, ofBoth] of passes) {
			for (const [login, may] of [
				[reader, ofReader],
				[both, ofBoth],
			] as const) {
				const answer = await check(login, query);
				if (may) assert.equal(answer.status, 204, query);
				else {
					assert.equal(answer.body?.code, "insufficient_scope", query);
					assert.match(answer.headers.get("www-authenticate") ?? "", /error="insufficient_scope"/);
				}
			}
			assert.equal((await check(free, query)).status, 204, query);
			assert.equal((await visitor.get(`/api/auth/check${query}`)).status, 204, query);
		}
		const answer = await check(both, "?scope=reports:read");
		assert.equal(answer.headers.get("x-auth-scope"), "reports:read reports:write");
		assert.equal(claimsIn(both).scope, "reports:read reports:write");
		assert.equal(answer.headers.get("x-auth-access-key-id"), claimsIn(both).access_key);
	});

	it("never is more than its key was made for, and never more than its user is now", async () => {
		const { users } = administrationOf(world.one());
		const { name, visitor } = await world.newPerson();
		assertProblem(await visitor.post("/api/auth/access-keys", { name: "x", role: "admin" }), "forbidden");
		const low = await world.makeKey(visitor);
		await users.setRole(name, "admin");
		const high = await world.makeKey(visitor, { role: "admin" });
		const roleOf = async (key: typeof low) => claimsIn(await world.logIn({ name, ...key })).role;
		assert.deepEqual([await roleOf(low), await roleOf(high)], ["user", "admin"]);
		const asAdmin = await world.logIn({ name, ...high });
		assert.equal((await check(asAdmin)).headers.get("x-auth-role"), "admin");
		await users.setRole(name, "user", { lastAdmin: true });
		assertProblem(await world.one().visitor().get("/api/auth/session", bearerOf(asAdmin)), "session_ended");
		assert.equal(await roleOf(high), "user");
		const lowered = await world.logIn({ name, ...high });
		await users.setRole(name, "admin");
		assert.equal((await check(await world.logIn({ name, ...low }))).headers.get("x-auth-role"), "user");
		assert.equal((await check(lowered)).headers.get("x-auth-role"), "user");
	});

	it("is renewed only from the addresses of its key", async () => {
		const account = await world.newService({ addresses: ["198.51.100.0/24"] });
		const login = await world.logIn(account, { from: "198.51.100.9" });
		assert.equal(login.status, 200, login.text);
		world.travel(MINUTE);
		const renewFrom = (address: string) =>
			world
				.one()
				.visitor()
				.post("/api/auth/renew", {}, { ...bearerOf(login), "x-forwarded-for": address });
		assertProblem(await renewFrom("203.0.113.1"), "forbidden");
		assert.equal((await renewFrom("198.51.100.200")).status, 200);
	});

	it("ends the oldest of its own key when there are more than a hundred, and none of its user", async () => {
		const { name, visitor } = await world.newPerson();
		const key = await world.makeKey(visitor);
		const logins: Answer[] = [];
		for (let times = 0; times < 101; times++) {
			if (times % 50 === 49) world.travel(MINUTE);
			world.travel(5);
			logins.push(await world.logIn({ name, ...key }));
		}
		const state = async (at: number) => {
			const login = logins.at(at);
			assert.ok(login !== undefined);
			return (await world.one().visitor().get("/api/auth/session", bearerOf(login))).status;
		};
		assert.deepEqual([await state(0), await state(1), await state(-1)], [401, 200, 200]);
		assert.equal((await visitor.get("/api/auth/session")).status, 200);
	});

	it("is one of 60 a minute at most, and the refusal of one more says how long to wait", async () => {
		const account = await world.newService();
		for (let times = 0; times < 60; times++) assert.equal((await world.logIn(account)).status, 200);
		const refused = await world.logIn(account);
		assertProblem(refused, "rate_limited");
		world.travel(Number(refused.headers.get("retry-after")) * 1000);
		assert.equal((await world.logIn(account)).status, 200);
	});
});

forEachDatabase("an access key", (database) => {
	const world = createKeyWorld(database, { SALLYPORT_ACCESS_KEY_MAXIMUM: "200d" });

	it("is made from what is sound alone, and what is not stores nothing", async () => {
		const { visitor } = await world.newPerson();
		const make = (body: object) => visitor.post("/api/auth/access-keys", body);
		const bad: Array<[object, string, string]> = [
			[{}, "validation_failed", "/name"],
			[{ name: "" }, "validation_failed", "/name"],
			[{ name: "x".repeat(65) }, "validation_failed", "/name"],
			[{ name: "a\u202eb" }, "validation_failed", "/name"],
			[{ name: "a", days: 0 }, "validation_failed", "/days"],
			[{ name: "a", days: 401 }, "validation_failed", "/days"],
			[{ name: "a", days: 201 }, "validation_failed", "/days"],
			[{ name: "a", days: "90" }, "validation_failed", "/days"],
			[{ name: "a", days: 1e9 }, "validation_failed", "/days"],
			[{ name: "a", scopes: ["unknown"] }, "validation_failed", "/scopes/0"],
			[{ name: "a", scopes: ["reports:read", "reports:read"] }, "validation_failed", "/scopes"],
			[{ name: "a", scopes: ["reports: read"] }, "validation_failed", "/scopes/0"],
			[{ name: "a", scopes: ["sallyport:users:read"] }, "validation_failed", "/scopes/0"],
			[{ name: "a", addresses: ["10.0.0.1/8"] }, "validation_failed", "/addresses/0"],
			[
				{ name: "a", addresses: Array.from({ length: 11 }, (_, n) => `10.0.0.${n}`) },
				"validation_failed",
				"/addresses",
			],
			[{ name: "a", role: "root" }, "validation_failed", "/role"],
			[{ name: "a", userId: "0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47" }, "unknown_field", "/userId"],
			[{ name: "a", username: "root" }, "unknown_field", "/username"],
			[{ name: "a", user_id: "x" }, "unknown_field", "/user_id"],
		];
		for (const [body, code, pointer] of bad) {
			const answer = await make(body);
			assert.equal(answer.body?.code, code, `${JSON.stringify(body)}: ${answer.text}`);
			assert.equal(errorsOf(answer)[0]?.pointer, pointer, answer.text);
		}
		const { accessKeys } = (await visitor.get("/api/auth/access-keys")).body as { accessKeys: object[] };
		assert.deepEqual(accessKeys, []);
	});

	it("is made, rotated and ended by its user alone, after a recent authentication with both factors", async () => {
		const { visitor } = await world.newPerson();
		const other = await world.newPerson();
		const key = await world.makeKey(visitor);
		const unknown = "0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47";
		for (const id of [key.id, unknown, "x", "__proto__"]) {
			const path = `/api/auth/access-keys/${id}`;
			assertProblem(await other.visitor.post(`${path}/rotate`, {}), "not_found");
			assertProblem(await other.visitor.delete(path), "not_found");
			assertProblem(await other.visitor.send("PATCH", path, { name: "mine" }), "not_found");
		}
		const limits = { name: "new", role: "admin" };
		assertProblem(await visitor.send("PATCH", `/api/auth/access-keys/${key.id}`, limits), "unknown_field");
		const renamed = await visitor.send("PATCH", `/api/auth/access-keys/${key.id}`, { name: "backup" });
		assert.equal(renamed.status, 200, renamed.text);
		world.travel(16 * MINUTE);
		for (const answer of [
			await visitor.post("/api/auth/access-keys", { name: "late" }),
			await visitor.post(`/api/auth/access-keys/${key.id}/rotate`, {}),
			await visitor.delete(`/api/auth/access-keys/${key.id}`),
		])
			assertProblem(answer, "reauthentication_required");
	});

	it("is one of fifty that a user has at most", async () => {
		const { name, visitor } = await world.newPerson();
		for (let times = 0; times < 50; times++) await world.makeKey(visitor, { name: `key ${times}` });
		assertProblem(await visitor.post("/api/auth/access-keys", { name: "one more" }), "access_key_limit");
		const { accessKeys } = administrationOf(world.one());
		const [page = []] = await Array.fromAsync(accessKeys.list({ user: name }));
		assert.equal(page.length, 50);
		await accessKeys.end(page[0]?.key.id ?? "");
		assert.ok((await world.makeKey(visitor)).key);
	});
});

forEachDatabase("the setting for access keys", (database) => {
	const world = createKeyWorld(database, { SALLYPORT_ACCESS_KEYS: "service" });

	it("says who has one, and the rest are told so", async () => {
		const { visitor } = await world.newPerson();
		assertProblem(await visitor.post("/api/auth/access-keys", { name: "x" }), "forbidden");
		assert.equal((await world.logIn(await world.newService())).status, 200);
	});
});
