// At length: it attacks with many requests at once.
/** Refusals at any rate, and events over time, must not fill the table. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase, onSqlite } from "../support/databases.ts";
import { type EventRow, rowsOf } from "../support/event-rows.ts";
import { bearerOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { createVisitor } from "../support/visitor.ts";

const MINUTE = 60_000;
const login = "/api/auth/login";

/** As docs/events.md says how to count. */
const refusalsIn = (rows: EventRow[]) => rows.reduce((sum, { detail }) => sum + Number(detail.more ?? 1), 0);

// Proves: refusal-counts
onSqlite("a flood of refusals", (database) => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
	});
	after(() => service.stop());

	const refuse = (headers: Record<string, string>) =>
		service.visitor().request("POST", login, { body: {}, headers });

	/** So many at once, half of them without a CSRF token, the rest with a wrong one. */
	async function flood(count: number): Promise<void> {
		for (let sent = 0; sent < count; sent += 20) {
			const some = Array.from({ length: 20 }, (_, at) => refuse(at % 2 === 0 ? {} : { csrf: `c1.${at}.x` }));
			for (const { status } of await Promise.all(some)) assert.equal(status, 403);
		}
	}

	it("of 1000 makes a handful of rows, whose counts add up to 1000", async () => {
		await flood(900);
		for (let sent = 0; sent < 100; sent++) await refuse({ origin: "https://evil.example" });
		const during = await rowsOf(service, "malicious_csrf", "malicious_cors");
		assert.ok(during.length <= 4, `${during.length} rows`);
		service.travel(2 * MINUTE);
		await service.running.maintenance.run();
		const rows = await rowsOf(service, "malicious_csrf", "malicious_cors");
		assert.ok(rows.length <= 6, `${rows.length} rows`);
		assert.equal(refusalsIn(rows), 1000);
		const counts = rows.filter(({ detail }) => "more" in detail);
		assert.deepEqual(counts.map(({ level, detail: { code, more } }) => [code, level, more]).sort(), [
			["csrf_invalid", "warn", 449],
			["csrf_missing", "info", 449],
			["origin_forbidden", "warn", 99],
		]);
		const [count] = counts;
		assert.deepEqual(
			[count?.client_address, count?.request_id, count?.user_agent],
			["127.0.0.1", null, null],
		);
		assert.ok(Date.parse(String(count?.detail.since)) <= service.now() - 2 * MINUTE);
	});

	it("gets the same answer while the store cannot take the events, which are counted all the same", async () => {
		const earlier = refusalsIn(await rowsOf(service, "malicious_csrf"));
		const { schema } = service.running.deployment.opened.database;
		service.travel(2 * MINUTE);
		await schema.alterTable("audit_events").renameTo("elsewhere").execute();
		try {
			const answer = await refuse({});
			assert.deepEqual([answer.status, answer.body?.code], [403, "csrf_missing"]);
			await flood(40);
			assert.ok(service.logged.some((line) => "err" in line && "refusals" in line));
		} finally {
			await schema.alterTable("elsewhere").renameTo("audit_events").execute();
		}
		service.travel(2 * MINUTE);
		await service.running.maintenance.run();
		assert.equal(refusalsIn(await rowsOf(service, "malicious_csrf")), earlier + 41);
	});

	it("from more addresses than are kept apart hides on no instance where a revoked token was used", async () => {
		const databaseUrl = await database.url();
		const common = { SALLYPORT_TRUSTED_PROXIES: "127.0.0.1", SALLYPORT_BASE_URL: "http://localhost:8400" };
		const start = () => startTestService({ databaseUrl, settings: { ...cheap, ...common } });
		const instances = [await start(), await start()] as const;
		const at = (instance: TestService, address: string) =>
			createVisitor(`http://127.0.0.1:${instance.port}`, { "x-forwarded-for": address });
		await instances[0].addUser("ada");
		const user = at(instances[0], "192.0.2.1");
		const bearer = bearerOf(await user.logIn("ada", ADMIN_PASSWORD));
		const { session } = (await user.get("/api/auth/session", bearer)).body as { session: { id: string } };
		await user.post("/api/auth/logout", undefined, bearer);
		for (const [number, instance] of instances.entries()) {
			for (let sent = 0; sent < 600; sent += 20) {
				const some = Array.from({ length: 20 }, (_, more) =>
					at(instance, `198.51.${(sent + more) >> 8}.${(sent + more) & 255}`).post(login, {}, { csrf: "" }),
				);
				for (const { status } of await Promise.all(some)) assert.equal(status, 403);
			}
			const attacker = `203.0.113.${number}`;
			assertProblem(await at(instance, attacker).get("/api/auth/session", bearer), "session_ended");
			const [row] = (await rowsOf(instance, "authn_token_reuse")).slice(-1);
			assert.deepEqual([row?.client_address, row?.session_id], [attacker, session.id]);
		}
		for (const instance of instances) await instance.stop();
	});

	it("is counted completely when the service stops", async () => {
		const databaseUrl = await database.url();
		const another = await startTestService({ databaseUrl, settings: cheap });
		const earlier = refusalsIn(await rowsOf(service, "malicious_csrf"));
		for (let sent = 0; sent < 30; sent++) await another.visitor().post(login, {}, { csrf: "" });
		assert.ok(refusalsIn(await rowsOf(service, "malicious_csrf")) < earlier + 30);
		await another.stop();
		assert.equal(refusalsIn(await rowsOf(service, "malicious_csrf")), earlier + 30);
	});
});

// Proves: retention
forEachDatabase("the retention of events", (database) => {
	it("removes what is older, and nothing else", async () => {
		const settings = { ...cheap, SALLYPORT_AUDIT_RETENTION: "1d" };
		const service = await startTestService({ databaseUrl: await database.url(), settings });
		try {
			await service.addUser("old");
			service.travel(24 * 60 * MINUTE - 2 * MINUTE);
			await service.addUser("young");
			const created = async () =>
				(await rowsOf(service, "user_created"))
					.map(({ detail }) => detail.username)
					.filter((name) => name !== "admin");
			await service.running.maintenance.run();
			assert.deepEqual(await created(), ["old", "young"]);
			service.travel(2 * MINUTE);
			await service.running.maintenance.run();
			assert.deepEqual(await created(), ["young"]);
		} finally {
			await service.stop();
		}
	});
});
