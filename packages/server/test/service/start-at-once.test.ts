// At length: it races many requests at two instances.
/** Three first starts on one file. Those on PostgreSQL are in session/instances.test.ts; here they make the secret as well. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { it } from "node:test";
import { tokenOf } from "../support/administration.ts";
import { startServe } from "../support/serve-process.ts";
import { createVisitor } from "../support/visitor.ts";

const password = "correct horse battery staple";

it("three first starts at once on one file that is not there all serve, with one admin, one link, one set of keys and one secret, for their owner alone", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "sallyport-start-at-once-"));
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	const start = async () => {
		const service = await startServe({ databaseUrl: `sqlite:${join(folder, "x", "x.db")}` });
		t.after(() => service.kill());
		return service;
	};
	const services = await Promise.all([start(), start(), start()]);
	const [first] = services;
	const files = dirname(first.databaseFile);
	for (const file of readdirSync(files)) assert.equal(statSync(join(files, file)).mode & 0o777, 0o600, file);
	assert.equal(readFileSync(`${first.databaseFile}.secret`, "utf8").trim().length, 64);
	assert.equal(new Set(services.map(({ setupLink }) => tokenOf(setupLink))).size, 1);
	assert.match(tokenOf(first.setupLink), /^[\w-]{43}$/);
	const keys = services.map(
		async ({ baseUrl }) => (await createVisitor(baseUrl).get("/.well-known/jwks.json")).text,
	);
	assert.equal(new Set(await Promise.all(keys)).size, 1);
	const admin = createVisitor(first.baseUrl);
	const setUp = await admin.post("/api/auth/setup", { token: tokenOf(first.setupLink), password });
	assert.equal(setUp.status, 200, setUp.text);
	for (const { baseUrl } of services) {
		const elsewhere = createVisitor(baseUrl);
		elsewhere.cookies = admin.cookies;
		assert.equal((await elsewhere.get("/api/auth/session")).body?.username, "admin");
	}
	for (const service of services) assert.equal(await service.end("SIGTERM"), 0);
	const file = new DatabaseSync(first.databaseFile);
	const users = file.prepare("select username from users").all();
	file.close();
	assert.deepEqual(users, [Object.assign(Object.create(null), { username: "admin" })]);
});
