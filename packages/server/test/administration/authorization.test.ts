/** Who may call what of the administration: each route, by its declaration, and each kind of caller. */
// Proves: administration-callers, administration-networks
import assert from "node:assert/strict";
import { before, it } from "node:test";
import { reservedScopes } from "../../src/platform/config/scopes.ts";
import {
	type AdministrationWorld,
	ALLOWED_ORIGIN,
	createAdministrationWorld,
} from "../support/administration-world.ts";
import { onSqlite } from "../support/databases.ts";
import { everyRoute, type Route } from "../support/every-route.ts";
import { bearerOf } from "../support/own-session.ts";
import { administrationOf } from "../support/people.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const MINUTE = 60_000;

type Call = (route: Route) => Promise<Answer>;

interface Caller {
	name: string;
	make(world: AdministrationWorld): Promise<Call> | Call;
	/** A code, or "passes": the guard lets the call through to its operation. */
	expects(administers: NonNullable<Route["administers"]>, unsafe: boolean): string;
}

const from = { "x-forwarded-for": "198.51.100.7" };
const send =
	(visitor: Visitor, headers: Record<string, string> = {}): Call =>
	({ method, path, bodyOf }) =>
		visitor.send(method, path, bodyOf(given), { ...from, ...headers });

/** Without it an access key needs the scope for links too. */
const given = { invite: "none" };

const unlessReading = (code: string) => (_administers: unknown, unsafe: boolean) =>
	unsafe ? code : "passes";
const always = (code: string) => () => code;
const forKeys =
	(code: string) =>
	({ scope }: { scope: string | null }) =>
		scope === null ? "forbidden" : code;

/** The programs that exist, by their scopes: a key for each route would be many. */
async function programs(
	world: AdministrationWorld,
	scopesOf: (scope: string | null, path: string) => readonly string[],
) {
	const made = new Map<string, Record<string, string>>();
	return async ({ administers, ...route }: Route) => {
		const scopes = scopesOf(administers?.scope ?? null, route.path);
		const name = scopes.join(" ");
		const headers = made.get(name) ?? (await world.program(scopes)).headers;
		made.set(name, headers);
		return send(world.service().visitor(), headers)({ administers, ...route });
	};
}

const callers: Caller[] = [
	{
		name: "a client without a credential",
		make: (world) => send(world.service().visitor()),
		expects: always("unauthenticated"),
	},
	{
		name: "an admin without the header csrf",
		make: async (world) => send((await world.person("admin")).visitor, { csrf: "" }),
		expects: unlessReading("csrf_missing"),
	},
	{
		name: "an admin with the CSRF token of another session",
		async make(world) {
			const csrf = await world.service().copiedCsrf((await world.person("admin")).visitor);
			return send((await world.person("admin")).visitor, { csrf });
		},
		expects: unlessReading("csrf_invalid"),
	},
	{
		name: "an admin on the page of a foreign origin",
		make: async (world) =>
			send((await world.person("admin")).visitor, {
				origin: "https://evil.example",
				"sec-fetch-site": "cross-site",
			}),
		expects: ({ fresh }, unsafe) => (unsafe || fresh ? "origin_forbidden" : "passes"),
	},
	{
		name: "an admin on the page of an allowed origin",
		make: async (world) =>
			send((await world.person("admin")).visitor, { origin: ALLOWED_ORIGIN, "sec-fetch-site": "same-site" }),
		expects: ({ fresh }, unsafe) => (unsafe || fresh ? "origin_forbidden" : "passes"),
	},
	{
		name: "a user",
		make: async (world) => send((await world.person()).visitor),
		expects: always("forbidden"),
	},
	{
		name: "an admin who logged in twenty minutes ago",
		async make(world) {
			const { visitor } = await world.person("admin");
			world.service().travel(20 * MINUTE);
			return send(visitor);
		},
		expects: ({ fresh }) => (fresh ? "reauthentication_required" : "passes"),
	},
	{
		name: "an admin whose login takes two steps, by one of them",
		async make(world) {
			const { id, visitor } = await world.person("admin");
			const { opened } = world.service().running.deployment;
			await opened.database.updateTable("users").set({ second_factor_at: 1 }).where("id", "=", id).execute();
			return send(visitor);
		},
		expects: always("reauthentication_required"),
	},
	{
		name: "an admin",
		make: async (world) => send((await world.person("admin")).visitor),
		expects: always("passes"),
	},
	{
		name: "an admin's token",
		async make(world) {
			const { name } = await world.person("admin");
			const login = await world.service().visitor().logIn(name, ADMIN_PASSWORD);
			return send(world.service().visitor(), bearerOf(login));
		},
		expects: always("forbidden"),
	},
	{
		name: "the token of an admin's cookie session",
		async make(world) {
			const { visitor } = await world.person("admin");
			return send(world.service().visitor(), bearerOf(await visitor.post("/api/auth/token")));
		},
		expects: always("forbidden"),
	},
	{
		name: "an admin who became a user a moment ago",
		async make(world) {
			const { name, visitor } = await world.person("admin");
			await administrationOf(world.service()).users.setRole(name, "user");
			return send(visitor);
		},
		expects: always("forbidden"),
	},
	{
		name: "an admin who was disabled a moment ago",
		async make(world) {
			const { name: own, visitor } = await world.person("admin");
			const csrf = await world.service().copiedCsrf(visitor);
			await administrationOf(world.service()).users.disable(own);
			const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
			return send(world.service().visitor(), { cookie, csrf });
		},
		expects: always("session_ended"),
	},
	{
		name: "a key with the scope alone",
		make: (world) =>
			programs(world, (scope, path) => [
				scope ?? "sallyport:users:read",
				// What is stored about a user has sessions and events in it.
				...(/users\/[^/]+\/export$/.test(path) ? ["sallyport:sessions:read", "sallyport:events:read"] : []),
			]),
		expects: forKeys("passes"),
	},
	{
		name: "a key with every scope but this one",
		make: (world) => programs(world, (scope) => reservedScopes.filter((each) => each !== scope)),
		expects: forKeys("insufficient_scope"),
	},
	{
		name: "a key with scopes of APIs",
		make: (world) => programs(world, () => ["reports:read"]),
		expects: forKeys("insufficient_scope"),
	},
	{
		name: "a key without scopes",
		make: (world) => programs(world, () => []),
		expects: forKeys("insufficient_scope"),
	},
	{
		name: "a key that has ended",
		async make(world) {
			const { keyId, headers } = await world.program();
			await administrationOf(world.service()).accessKeys.end(keyId);
			return send(world.service().visitor(), headers);
		},
		expects: always("session_ended"),
	},
	{
		name: "an admin from outside SALLYPORT_ADMIN_NETWORKS",
		make: async (world) => send((await world.person("admin")).visitor, { "x-forwarded-for": "203.0.113.7" }),
		expects: always("outside"),
	},
];

/** What the guard said: nothing of what comes after it is asked here. */
const ofGuard = new Set([401, 403]);

function outcomeOf({ status, body }: Answer): string {
	const code = String(body?.code ?? "");
	if (status === 404 && body?.message === "Check the address; GET /openapi.json lists what exists.")
		return "outside";
	return ofGuard.has(status) ? code : "passes";
}

onSqlite("the administration", (database) => {
	const world = createAdministrationWorld(database, { SALLYPORT_ADMIN_NETWORKS: "198.51.100.0/24" });
	let routes: Route[] = [];
	before(async () => {
		const all = await everyRoute(world.service());
		routes = all.filter(({ path, method }) => path.includes("/api/admin/") && method !== "HEAD");
	});

	it("has routes, each of which declares who may call it", () => {
		assert.ok(routes.length >= 38, `${routes.length} routes`);
		for (const { access, administers, path } of routes) {
			assert.equal(access, "administration", path);
			assert.notEqual(administers, null, path);
		}
	});

	for (const { name, make, expects } of callers)
		it(`answers ${name} as each route declares`, async () => {
			const call = await make(world);
			for (const route of routes) {
				if (!route.administers) continue;
				const unsafe = route.method !== "GET";
				const answer = await call(route);
				const expected = expects(route.administers, unsafe);
				assert.equal(outcomeOf(answer), expected, `${route.method} ${route.path}: ${answer.text}`);
				assert.equal(answer.headers.get("access-control-allow-origin"), null, route.path);
			}
		});
});
