// At length: it kills, cuts off or fills what the service needs.
/**
 * PostgreSQL goes and comes back, or can only be read. Whatever happens: no client is let in that should not be, no right
 * password is called wrong, and the service recovers by itself.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import { createTestDatabase } from "../support/databases.ts";
import { eventually } from "../support/interleave.ts";
import { assertUnavailable, startOutage, wrong } from "../support/outage.ts";
import { cookieOf } from "../support/own-session.ts";
import { type PostgresCluster, startPostgres } from "../support/postgres-cluster.ts";
import { assertProblem } from "../support/problem.ts";
import { operatorOf } from "../support/scrape.ts";
import { ADMIN_PASSWORD, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const newPassword = "five words nobody else has";

describe("a PostgreSQL that stops", () => {
	let cluster: PostgresCluster;
	let service: TestService;
	let person: Visitor;
	let unknownDevice: Visitor;
	let bearer: { authorization: string };
	before(async () => {
		cluster = await startPostgres();
		// The clusters of tests are faster than safe; what was acknowledged must be there when this one comes back.
		const url = `${cluster.url("postgres")}?options=-c%20synchronous_commit%3Don`;
		({ service, person, bearer, unknownDevice } = await startOutage(url));
		await service.visitor().get("/.well-known/jwks.json");
		await cluster.halt();
	});
	after(async () => {
		await cluster.stop();
		await service.stop().catch(() => {});
	});

	it("makes every request that needs it answer 503, and no login or logout succeeds", async () => {
		const cookie = cookieOf(person);
		const refused = service.visitor({ ...cookie, csrf: person.csrf ?? "" });
		const change = { currentPassword: ADMIN_PASSWORD, newPassword };
		const calls: Array<Promise<Answer>> = [
			unknownDevice.logIn("ada", ADMIN_PASSWORD),
			unknownDevice.logIn("ada", ADMIN_PASSWORD, { session: true }),
			unknownDevice.logIn("ada", wrong),
			unknownDevice.logIn("nobody", wrong),
			unknownDevice.post("/api/auth/setup", { token: "x".repeat(43), password: newPassword }),
			...[cookie, bearer].flatMap((headers) =>
				["/session", "/sessions", "/check"].map((path) => service.visitor().get(`/api/auth${path}`, headers)),
			),
			...["/", "/login", "/account", "/api/auth/csrf"].map((path) => service.visitor().get(path, cookie)),
			refused.post("/api/auth/renew"),
			refused.post("/api/auth/logout"),
			refused.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD }),
			refused.post("/api/auth/password", change),
			refused.delete("/api/auth/sessions"),
			service.visitor().post("/api/auth/renew", undefined, bearer),
			service.visitor().post("/api/auth/logout", undefined, bearer),
			service.visitor().get("/api/auth/status"),
		];
		for (const answer of await Promise.all(calls)) assertUnavailable(answer);
	});

	it("does not affect requests that need no database", async () => {
		const paths = [
			"/healthz",
			"/login",
			"/setup",
			"/docs",
			"/openapi.json",
			"/api/auth/csrf",
			"/.well-known/oauth-authorization-server",
			"/.well-known/jwks.json",
		];
		const get = async (path: string) =>
			assert.equal((await service.visitor().get(path)).status, 200, `${path} is gone`);
		for (const path of paths) await get(path);
		// However long ago the keys were read: verifiers elsewhere continue as well.
		service.travel(60_000);
		await get("/.well-known/jwks.json");
		assert.equal((await service.visitor().get("/api/auth/session")).body?.code, "unauthenticated");
	});

	it("takes the instance out of service, and ends no process", async () => {
		const { status, body } = await operatorOf(service).get("/readyz");
		assert.deepEqual([status, body?.status], [503, "store_unavailable"]);
	});

	it("is found again without a restart, with all sessions as before", async () => {
		await cluster.resume();
		await eventually(async () => (await operatorOf(service).get("/readyz")).status === 200);
		assert.equal((await person.get("/api/auth/session")).body?.username, "ada");
		assert.equal((await service.visitor().get("/api/auth/check", bearer)).status, 204);
		assert.equal((await unknownDevice.logIn("ada", ADMIN_PASSWORD)).status, 200);
		assertProblem(await unknownDevice.logIn("ada", wrong), "invalid_credentials");
		assert.equal((await person.post("/api/auth/renew")).status, 200);
		await service.running.maintenance.run();
	});
});

describe("a PostgreSQL that has become read-only, as after a failover to a standby", () => {
	const database = createTestDatabase("postgres");
	let service: TestService;
	before(async () => {
		({ service } = await startOutage(await database.url()));
	});
	after(async () => {
		await service.stop();
		await database.remove();
	});

	/** Holds for all connections that are opened from now on; the rest are cut off. */
	async function readOnly(on: boolean): Promise<void> {
		const client = new pg.Client({ connectionString: await database.url() });
		await client.connect();
		await client.query("set default_transaction_read_only = off");
		const name = new URL(await database.url()).pathname.slice(1);
		await client.query(`alter database ${name} set default_transaction_read_only = ${on ? "on" : "off"}`);
		await client.query(
			"select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
		);
		await client.end();
	}
	const readiness = async () => {
		service.travel(1000);
		return (await operatorOf(service).get("/readyz")).body?.status;
	};

	it("allows no logins, and readiness says so until it can be written to again", async () => {
		assert.equal(await readiness(), "ok");
		await readOnly(true);
		await eventually(async () => (await service.visitor().logIn("ada", ADMIN_PASSWORD)).status === 503);
		assert.equal(await readiness(), "store_unavailable");
		await readOnly(false);
		await eventually(async () => (await readiness()) === "ok");
		assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD)).status, 200);
	});
});
