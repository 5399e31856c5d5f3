import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { inspect } from "node:util";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner } from "../support/command.ts";
import { forEachDatabase } from "../support/databases.ts";
import { eventually } from "../support/interleave.ts";
import { startPostgres } from "../support/postgres-cluster.ts";
import { rawRequest, sendRaw } from "../support/raw.ts";
import { operatorOf, scrape } from "../support/scrape.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const paths = ["/readyz", "/metrics", "/requests/x"];

describe("the operations listener", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
	});
	after(() => service.stop());
	const send = (...lines: string[]) => sendRaw(service.running.operationsAddress.port, rawRequest(lines));

	it("answers on loopback only", () => {
		assert.equal(service.running.operationsAddress.address, "127.0.0.1");
	});

	it("does not answer requests that call this machine by a foreign name, as after DNS rebinding", async () => {
		for (const path of paths) {
			const { status, text } = await send(`GET ${path} HTTP/1.1`, "Host: evil.example:8401");
			assert.equal(status, 421, path);
			assert.equal(text, '{"status":"misdirected_request"}');
		}
	});

	it("answers no page of another site, and never with CORS", async () => {
		const operator = operatorOf(service);
		for (const path of paths) {
			for (const site of ["cross-site", "same-site"]) {
				const { status, text } = await operator.get(path, { "sec-fetch-site": site });
				assert.deepEqual([status, text], [403, '{"status":"forbidden"}'], path);
			}
			const { headers } = await operator.get(path, { origin: "https://evil.example" });
			const told = [...headers.keys()].filter((name) => name.startsWith("access-control-"));
			assert.deepEqual(told, []);
			assert.equal(headers.get("cross-origin-resource-policy"), "same-origin");
			assert.equal(headers.get("x-content-type-options"), "nosniff");
			assert.equal(headers.get("cache-control"), "no-store");
		}
	});

	it("answers an operator in a browser, a probe without Host, and HEAD", async () => {
		const typed = await operatorOf(service).get("/readyz", { "sec-fetch-site": "none" });
		assert.equal(typed.status, 200);
		const probe = connect(service.running.operationsAddress.port, "127.0.0.1");
		probe.write("GET /readyz HTTP/1.0\r\n\r\n");
		assert.match(await text(probe), /^HTTP\/1\.1 200 /);
		const head = await operatorOf(service).request("HEAD", "/metrics");
		assert.deepEqual([head.status, head.text], [200, ""], inspect(service.logged.at(-1)));
	});

	it("changes nothing and knows nothing else: 405 and 404", async () => {
		for (const path of paths) {
			const answer = await operatorOf(service).request("POST", path);
			assert.equal(answer.status, 405);
			assert.equal(answer.headers.get("allow"), "GET, HEAD");
		}
		for (const path of ["/", "/readyz/", "/metrics/x", "/requests/", "/api/auth/csrf"])
			assert.equal((await operatorOf(service).get(path)).status, 404, path);
	});

	it("is the only place where metrics are", async () => {
		for (const path of ["/metrics", "/readyz"]) assert.equal((await service.visitor().get(path)).status, 404);
	});
});

forEachDatabase("readiness, probed again and again", (database) => {
	it("stays ok while a command imports thousands of users and another one makes a backup", async () => {
		const databaseUrl = await database.url();
		const service = await startTestService({ databaseUrl, settings: cheap });
		const { secret } = service.running.deployment.config;
		const run = createHostedRunner({
			...cheap,
			SALLYPORT_DATABASE_URL: databaseUrl,
			SALLYPORT_SECRET: secret ?? "",
		});
		const folder = mkdtempSync(join(tmpdir(), "sallyport-readiness-"));
		const lines = Array.from({ length: 5000 }, (_, user) => JSON.stringify({ username: `user-${user}` }));
		try {
			let busy = true;
			const work = run("user import -", { input: lines.join("\n") })
				.then(async (imported) => [imported, await run(`backup ${join(folder, "backup.db")}`)])
				.finally(() => {
					busy = false;
				});
			const seen = new Set<string>();
			await eventually(async () => {
				// So that each probe writes.
				service.travel(1000);
				seen.add((await operatorOf(service).get("/readyz")).text);
				return !busy;
			});
			for (const { code, err } of await work) assert.equal(code, 0, err);
			assert.deepEqual(
				[...seen].map((text) => (JSON.parse(text) as { status: string }).status),
				["ok"],
			);
		} finally {
			await service.stop();
			rmSync(folder, { recursive: true, force: true });
		}
	});
});

describe("readiness", () => {
	it("is ok, with an empty queue", async () => {
		const service = await startTestService({ settings: cheap });
		try {
			const { status, body } = await operatorOf(service).get("/readyz");
			assert.equal(status, 200);
			assert.deepEqual(body, { status: "ok", store: "ok", hashing: { state: "ok", waiting: 0 } });
		} finally {
			await service.stop();
		}
	});

	it("reports a full queue and stays ok: attackers can fill it", async () => {
		// So dear that none of them ends before the answer.
		const dear = { SALLYPORT_HASH_PASSES: "16", SALLYPORT_HASH_MEMORY: "65536" };
		const settings = { SALLYPORT_HASH_THREADS: "1", SALLYPORT_HASH_QUEUE: "2", ...dear };
		const service = await startTestService({ settings });
		try {
			const { hasher } = service.running;
			const given = new AbortController();
			const jobs = [1, 2, 3].map(() => hasher.verify(null, "x", given.signal).catch(() => null));
			const { status, body } = await operatorOf(service).get("/readyz");
			const { value } = await scrape(service);
			given.abort();
			await Promise.all(jobs);
			assert.equal(status, 200);
			assert.deepEqual(body, { status: "ok", store: "ok", hashing: { state: "full", waiting: 2 } });
			assert.equal(value('sallyport_hash_queue_length{lane="quiet"}'), 2);
		} finally {
			await service.stop();
		}
	});

	it("ends as soon as a stop begins, while requests under way are still answered", {
		timeout: 60_000,
	}, async () => {
		const service = await startTestService({ settings: { ...cheap, SALLYPORT_STOP_TIMEOUT: "5m" } });
		await service.addUser("ada");
		const csrf = await service.copiedCsrf(await service.loggedIn("ada"));
		const body = JSON.stringify({ username: "ada", password: ADMIN_PASSWORD });
		const head = ["POST /api/auth/login HTTP/1.1", "Host: localhost", "Content-Type: application/json"];
		const socket = connect(service.port, "127.0.0.1");
		socket.write(
			rawRequest([...head, `csrf: ${csrf}`, "Expect: 100-continue", `Content-Length: ${body.length}`]),
		);
		await once(socket, "data");
		const stopped = service.stop();
		try {
			const { status, body: told } = await operatorOf(service).get("/readyz");
			assert.equal(status, 503);
			assert.deepEqual(told, { status: "stopping", store: "ok", hashing: { state: "ok", waiting: 0 } });
		} finally {
			socket.write(body);
			assert.match(await text(socket), /^HTTP\/1\.1 200 /);
			await stopped;
		}
	});

	it("ends with the database: 503, and the metrics say so and continue", async () => {
		const cluster = await startPostgres();
		let service: TestService | undefined;
		try {
			service = await startTestService({ databaseUrl: cluster.url("postgres"), settings: cheap });
			const unknownDevice = service.visitor();
			await unknownDevice.get("/api/auth/csrf");
			const before = await scrape(service);
			assert.equal(before.value("sallyport_store_up"), 1);
			await cluster.stop();
			await unknownDevice.logIn("ada", ADMIN_PASSWORD);
			const { status, body } = await operatorOf(service).get("/readyz");
			assert.equal(status, 503);
			assert.deepEqual(body, {
				status: "store_unavailable",
				store: "unavailable",
				hashing: { state: "ok", waiting: 0 },
			});
			const after = await scrape(service);
			assert.equal(after.value("sallyport_store_up"), 0);
			assert.equal(after.samples.has('sallyport_sessions_live{kind="cookie"}'), false);
			assert.equal(after.value('sallyport_logins_total{outcome="store_unavailable",kind="token"}'), 1);
		} finally {
			await cluster.stop();
			// Nothing can be written down any more at the stop.
			await service?.stop().catch(() => {});
		}
	});
});
