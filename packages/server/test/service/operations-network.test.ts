/** The operations listener beyond loopback, and the metrics token. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner } from "../support/command.ts";
import { rawRequest, sendRaw } from "../support/raw.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** 127.0.0.1 in a spelling that counts as an address of the network: a test must not listen on a real one. */
const NETWORK = "::ffff:127.0.0.1";
const TOKEN = randomBytes(24).toString("base64url");

/** GET with these headers and no others. */
const getRaw = ({ running }: TestService, path: string, ...headers: string[]) =>
	sendRaw(running.operationsAddress.port, rawRequest([`GET ${path} HTTP/1.1`, ...headers]));

const warnings = ({ logged }: TestService) =>
	logged.map((line) => JSON.stringify(line)).filter((line) => line.includes("operationsHost"));

describe("the operations listener beyond loopback", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: { ...cheap, SALLYPORT_OPERATIONS_HOST: NETWORK } });
	});
	after(() => service.stop());

	it("answers calls by an IP address, and warns of itself once in the log", async () => {
		for (const host of ["10.1.2.3:8401", "10.1.2.3", "[fd00::7]:8401", "localhost:8401"])
			for (const path of ["/readyz", "/metrics"])
				assert.equal((await getRaw(service, path, `Host: ${host}`)).status, 200, host);
		assert.equal(warnings(service).length, 1);
	});

	it("answers no call by a name, as after DNS rebinding, whatever it sends", async () => {
		const hosts = ["evil.example", "sallyport:8401", "10.1.2.3.evil.example", "10.1.2:8401", "[evil]", ""];
		for (const host of hosts)
			for (const path of ["/readyz", "/metrics", "/requests/x"]) {
				const answer = await getRaw(service, path, `Host: ${host}`, "Authorization: Bearer null");
				assert.equal(answer.status, 421, host);
			}
	});

	it("answers no page of another site", async () => {
		for (const path of ["/readyz", "/metrics"]) {
			const answer = await getRaw(service, path, "Host: 10.1.2.3", "Sec-Fetch-Site: cross-site");
			assert.equal(answer.status, 403);
		}
	});

	it("shows doctor on loopback how a request arrived", async () => {
		const { headers } = await service.visitor().get("/healthz", { "sallyport-trace": "1" });
		const answer = await getRaw(service, `/requests/${headers.get("x-request-id")}`, "Host: localhost");
		assert.deepEqual([answer.status, answer.body?.reason], [200, "no_header"]);
	});
});

describe("the metrics token", () => {
	const folder = mkdtempSync(join(tmpdir(), "sallyport-metrics-"));
	let far: TestService;
	let near: TestService;
	before(async () => {
		const file = join(folder, "token");
		writeFileSync(file, `${TOKEN}\n`, { mode: 0o600 });
		const beyond = { SALLYPORT_OPERATIONS_HOST: NETWORK, SALLYPORT_METRICS_TOKEN_FILE: file };
		far = await startTestService({ settings: { ...cheap, ...beyond } });
		near = await startTestService({ settings: { ...cheap, SALLYPORT_METRICS_TOKEN: TOKEN } });
	});
	after(async () => {
		await far.stop();
		await near.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	it("opens /metrics, from its setting or its file, and nothing else does", async () => {
		for (const service of [near, far]) {
			for (const authorization of [`Bearer ${TOKEN}`, `bearer  ${TOKEN}`]) {
				const given = await getRaw(service, "/metrics", "Host: 127.0.0.1", `Authorization: ${authorization}`);
				assert.equal(given.status, 200, authorization);
				assert.match(given.text, /^sallyport_store_up 1$/m);
			}
			const wrong = [`Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN, "Bearer ", ""];
			for (const authorization of wrong) {
				const sent = ["Host: 127.0.0.1", `Authorization: ${authorization}`];
				const { status, headers, text } = await getRaw(service, "/metrics", ...sent);
				assert.deepEqual([status, text], [401, '{"status":"unauthorized"}'], authorization);
				assert.equal(headers.get("www-authenticate"), "Bearer");
			}
			assert.equal((await getRaw(service, "/metrics", "Host: 127.0.0.1")).status, 401);
			assert.equal((await getRaw(service, "/readyz", "Host: 127.0.0.1")).status, 200);
		}
	});

	it("lets its bearer use any name of a listener beyond loopback, but not of one on loopback", async () => {
		const named = "Host: sallyport.example:8401";
		const authorization = `Authorization: Bearer ${TOKEN}`;
		for (const path of ["/metrics", "/readyz"]) {
			assert.equal((await getRaw(far, path, named, authorization)).status, 200);
			assert.equal((await getRaw(far, path, named)).status, 421);
			assert.equal((await getRaw(far, path, named, `${authorization}x`)).status, 421);
			const page = await getRaw(far, path, named, authorization, "Sec-Fetch-Site: cross-site");
			assert.equal(page.status, 403);
			assert.equal((await getRaw(near, path, named, authorization)).status, 421);
		}
	});

	it("does not keep the listener from warning of itself", () => {
		assert.deepEqual([warnings(far).length, warnings(near).length], [1, 0]);
	});
});

describe("a setting of the operations listener that is wrong", () => {
	const run = createHostedRunner({});
	const folder = mkdtempSync(join(tmpdir(), "sallyport-metrics-"));
	after(() => rmSync(folder, { recursive: true, force: true }));
	const [good, short] = [join(folder, "good"), join(folder, "short")];
	writeFileSync(good, TOKEN, { mode: 0o600 });
	writeFileSync(short, "x7Q!kd03vR_w2pZ", { mode: 0o600 });
	for (const [settings, says] of [
		[{ SALLYPORT_OPERATIONS_HOST: "sallyport.example" }, /OPERATIONS_HOST: write an IP address/],
		[{ SALLYPORT_METRICS_TOKEN: "x7Q!kd03vR_w2pZ" }, /METRICS_TOKEN: must have 16 characters or more/],
		[{ SALLYPORT_METRICS_TOKEN: "x7Q!kd03vR w2pZ9sL" }, /METRICS_TOKEN: must have .* without spaces/],
		[{ SALLYPORT_METRICS_TOKEN: "changeme-changeme" }, /METRICS_TOKEN: this token is a placeholder/],
		[{ SALLYPORT_METRICS_TOKEN_FILE: short }, /METRICS_TOKEN_FILE: must have 16 characters or more/],
		[
			{ SALLYPORT_METRICS_TOKEN: TOKEN, SALLYPORT_METRICS_TOKEN_FILE: good },
			/SALLYPORT_METRICS_TOKEN, SALLYPORT_METRICS_TOKEN_FILE: set one of the two/,
		],
	] as Array<[Record<string, string>, RegExp]>)
		it(`stops the start: ${says.source}`, async () => {
			const { code, err } = await run("config", { more: settings });
			assert.equal(code, 1);
			assert.match(err, says);
			assert.doesNotMatch(err, /x7Q/);
			assert.equal(err.trimEnd().split("\n").length, 1, err);
		});
});
