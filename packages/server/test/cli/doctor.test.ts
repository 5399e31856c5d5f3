import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Check } from "../../src/operations/examination/check.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner } from "../support/command.ts";
import { createTestDatabase } from "../support/databases.ts";
import { type ReverseProxy, startProxy } from "../support/reverse-proxy.ts";
import { freePort, startTestService, type TestService } from "../support/service.ts";

const run = createHostedRunner(cheap);

/** What doctor finds with these settings: name → check. */
async function examine(settings: Record<string, string>) {
	const { code, err, json } = await run("doctor --json", { more: settings });
	assert.equal(err, "");
	const { ok, checks } = json() as { ok: boolean; checks: Check[] };
	assert.equal(ok, code === 0);
	const found = (name: string) => checks.find((check) => check.name === name);
	return { code, checks, found, status: (name: string) => found(name)?.status };
}

describe("doctor, while the service runs behind a proxy", () => {
	const folder = mkdtempSync(join(tmpdir(), "sallyport-doctor-"));
	const file = join(folder, "test.db");
	let proxy: ReverseProxy;
	let trusting: TestService;
	let wary: TestService;
	let open: TestService;
	let settings: Record<string, string>;
	before(async () => {
		proxy = await startProxy();
		settings = {
			...cheap,
			SALLYPORT_SECRET: "",
			SALLYPORT_DATABASE_URL: `sqlite:${file}`,
			SALLYPORT_BASE_URL: proxy.url,
		};
		const start = async (more: Record<string, string>) =>
			startTestService({
				settings: { ...settings, SALLYPORT_OPERATIONS_PORT: String(await freePort()), ...more },
			});
		trusting = await start({ SALLYPORT_TRUSTED_PROXIES: "127.0.0.0/8" });
		wary = await start({});
		// 127.0.0.1, in a spelling that counts as an address of the network.
		open = await start({ SALLYPORT_OPERATIONS_HOST: "::ffff:127.0.0.1" });
	});
	after(async () => {
		await trusting.stop();
		await wary.stop();
		await open.stop();
		await proxy.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	/** The settings of a service, with the proxy in front of it set to these headers. */
	function behind(service: TestService, forward: Record<string, string> = {}): Record<string, string> {
		proxy.target = service.port;
		proxy.forward = (headers) => ({ ...headers, ...forward });
		proxy.answer = (headers) => headers;
		return {
			...settings,
			SALLYPORT_PORT: String(service.port),
			SALLYPORT_OPERATIONS_PORT: String(service.running.operationsAddress.port),
		};
	}

	it("finds no problem, and the client that a trusted proxy names", async () => {
		const given = behind(trusting, { "x-forwarded-for": "203.0.113.7" });
		const { code, checks, found } = await examine(given);
		assert.equal(code, 0);
		const doubts = checks.filter(({ status }) => status !== "ok").map(({ name }) => name);
		assert.deepEqual(doubts, ["users"], "the admin has not used the setup link yet");
		assert.match(
			found("client address")?.fact ?? "",
			/came from 203\.0\.113\.7: proxy 127\.0\.0\.1 is trusted/,
		);
		assert.match(found("port")?.fact ?? "", /this service listens/);
	});

	it("prints one line per check, with what to do", async () => {
		const { code, out } = await run("doctor", { more: behind(trusting) });
		assert.equal(code, 0);
		const [checks = "", verdict = ""] = out.split("\n\n");
		for (const line of checks.split("\n")) assert.match(line, /^(ok|warning|failed) {2,}[a-zA-Z ]+ {2,}\S/);
		assert.match(checks, /^warning +users .* sallyport setup-link prints/m);
		assert.match(verdict, /^\d+ checks: 0 failed, 2 warnings\.\n$/);
	});

	it("warns of an X-Forwarded-For from a proxy that is not trusted", async () => {
		const { found } = await examine(behind(wary, { "x-forwarded-for": "203.0.113.7" }));
		assert.equal(found("client address")?.status, "warning");
		assert.match(found("client address")?.advice ?? "", /SALLYPORT_TRUSTED_PROXIES=127\.0\.0\.1/);
	});

	it("warns of a trusted proxy that forwards no address, and repeats nothing of it", async () => {
		const { found, checks } = await examine(behind(trusting, { "x-forwarded-for": "<script>, unknown" }));
		assert.match(found("client address")?.fact ?? "", /forwarded an invalid address/);
		assert.doesNotMatch(JSON.stringify(checks), /script|unknown/);
	});

	it("warns of operations that anyone on the network reads, and cannot see there how calls arrive", async () => {
		const given = { ...behind(open), SALLYPORT_OPERATIONS_HOST: "::ffff:127.0.0.1" };
		const { found } = await examine(given);
		assert.match(found("settings")?.fact ?? "", /offers \/readyz and \/metrics to the network/);
		assert.match(found("operations port")?.fact ?? "", /this service listens/);
		assert.match(found("client address")?.advice ?? "", /SALLYPORT_OPERATIONS_HOST to 0\.0\.0\.0/);
		const guarded = await examine({ ...given, SALLYPORT_METRICS_TOKEN: "x7Q!kd03vR_w2pZ9sL" });
		assert.equal(guarded.status("settings"), "ok");
	});

	it("finds a cookie that was changed on the way, and a clock that is wrong", async () => {
		const given = behind(trusting);
		proxy.answer = (headers) => ({
			...headers,
			date: new Date(Date.now() - 90_000).toUTCString(),
			"set-cookie": (headers["set-cookie"] ?? []).map((line) => line.replace("Path=/", "Path=/other")),
		});
		const { code, status } = await examine(given);
		assert.deepEqual([code, status("cookie"), status("clock")], [1, "failed", "failed"]);
	});

	it("finds a base URL that leads to something else", async () => {
		const given = behind(trusting);
		const other = await examine({
			...given,
			SALLYPORT_BASE_URL: trusting.running.deployment.config.baseUrl.replace("localhost", "127.0.0.1"),
		});
		assert.equal(other.code, 1);
		assert.match(other.found("base URL")?.fact ?? "", /calls itself http:\/\/localhost/);
		const below = await examine({ ...given, SALLYPORT_BASE_URL: `${proxy.url}/wrong` });
		assert.match(below.found("base URL")?.fact ?? "", /something else \(status 404\)/);
		const nowhere = await examine({ ...given, SALLYPORT_BASE_URL: `http://localhost:${await freePort()}` });
		assert.equal(nowhere.code, 1);
	});

	it("distinguishes a service on another database from this one", async () => {
		const { code, found } = await examine({
			...behind(trusting),
			SALLYPORT_DATABASE_URL: `sqlite:${join(folder, "none.db")}`,
		});
		assert.equal(code, 1);
		for (const [name, port] of [
			["port", trusting.port],
			["operations port", trusting.running.operationsAddress.port],
		] as const)
			assert.deepEqual(found(name), {
				name,
				status: "failed",
				fact: `a Sallyport listens on ${port}, but not on this database`,
				advice: "Run doctor with the settings of the service.",
			});
	});

	it("takes no Sallyport on the operations port for this one, whose own port is free", async () => {
		const { code, found } = await examine({
			...behind(trusting),
			SALLYPORT_PORT: String(await freePort()),
		});
		assert.equal(code, 1);
		const port = trusting.running.operationsAddress.port;
		assert.deepEqual(found("operations port"), {
			name: "operations port",
			status: "failed",
			fact: `${port} is taken by another Sallyport, or by this service with other settings`,
			advice: "Stop that program, or set SALLYPORT_OPERATIONS_PORT to another port.",
		});
	});

	it("finds a secret that others may read, and one that does not fit", async () => {
		const given = behind(trusting);
		chmodSync(`${file}.secret`, 0o644);
		const readable = await examine(given);
		assert.deepEqual([readable.code, readable.status("secret")], [1, "failed"]);
		assert.match(readable.found("secret")?.advice ?? "", /chmod 600/);
		chmodSync(`${file}.secret`, 0o600);
		const another = { ...given, SALLYPORT_SECRET: "quite another secret, as long as it must be" };
		// The one beside the database still fits.
		const beside = await examine(another);
		assert.equal(beside.status("secret fits"), "warning");
		assert.match(beside.found("secret fits")?.advice ?? "", /Remove SALLYPORT_SECRET/);
		renameSync(`${file}.secret`, `${file}.away`);
		const foreign = await examine(another);
		renameSync(`${file}.away`, `${file}.secret`);
		assert.deepEqual([foreign.code, foreign.status("secret fits")], [1, "failed"]);
	});
});

describe("doctor, while nothing runs", () => {
	const database = createTestDatabase("postgres");
	after(() => database.remove());

	it("lists every mistake in the settings", async () => {
		const { code, checks } = await examine({ SALLYPORT_COLOUR: "red", SALLYPORT_PORT: "x" });
		assert.equal(code, 1);
		assert.deepEqual(
			checks.map(({ name, status }) => `${name} ${status}`),
			["settings failed", "settings failed"],
		);
	});

	it("finds a folder that takes no database, and makes nothing in it", async () => {
		const place = mkdtempSync(join(tmpdir(), "sallyport-doctor-folder-"));
		const plain = join(place, "plain");
		writeFileSync(plain, "");
		const closed = join(place, "closed");
		mkdirSync(closed, { mode: 0o500 });
		// Root writes anywhere but into what is no folder.
		for (const folder of process.getuid?.() === 0 ? [plain] : [plain, closed]) {
			const { code, found } = await examine({ SALLYPORT_DATABASE_URL: `sqlite:${folder}/new/x.db` });
			assert.equal(code, 1);
			assert.match(found("folder")?.fact ?? "", /^this user cannot write to /);
		}
		const { status } = await examine({ SALLYPORT_DATABASE_URL: `sqlite:${place}/new/x.db` });
		assert.equal(status("folder"), "ok");
		assert.deepEqual(readdirSync(place).sort(), ["closed", "plain"]);
		rmSync(place, { recursive: true });
	});

	it("examines PostgreSQL from the inside", async () => {
		await database.open();
		const given = {
			SALLYPORT_DATABASE_URL: await database.url(),
			SALLYPORT_SECRET: "a secret of this test, long enough to be one",
			SALLYPORT_BASE_URL: `http://localhost:${await freePort()}`,
			SALLYPORT_OPERATIONS_PORT: String(await freePort()),
		};
		const { code, found, status } = await examine(given);
		assert.equal(code, 0);
		assert.match(found("database")?.fact ?? "", /^PostgreSQL \d+/);
		assert.equal(status("durability"), "warning", "a throw-away cluster runs without fsync");
		assert.deepEqual([status("database clock"), status("port"), status("base URL")], ["ok", "ok", "warning"]);
	});

	it("says that a database does not answer", async () => {
		const { code, found } = await examine({
			SALLYPORT_DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${await freePort()}/x`,
			SALLYPORT_SECRET: "a secret of this test, long enough to be one",
			SALLYPORT_BASE_URL: `http://localhost:${await freePort()}`,
		});
		assert.equal(code, 1);
		assert.match(found("database")?.fact ?? "", /ECONNREFUSED/);
	});
});
