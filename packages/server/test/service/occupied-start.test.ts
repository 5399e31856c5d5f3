/** Starts that meet another program: one that has the port, or one that serves the same file. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { tokenOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner } from "../support/command.ts";
import { startServe } from "../support/serve-process.ts";
import { startTestService } from "../support/service.ts";
import { createVisitor } from "../support/visitor.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-occupied-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const settings = { ...cheap, SALLYPORT_SECRET: "" };

async function assertWorks(setupLink: string | null, { baseUrl }: { baseUrl: string }): Promise<void> {
	const answer = await createVisitor(baseUrl).post("/api/auth/setup/check", { token: tokenOf(setupLink) });
	assert.equal(answer.status, 204, answer.text);
}

it("a first start that found its port taken loses no setup link: the next start shows one that works", async () => {
	const databaseUrl = `sqlite:${join(folder, "port.db")}`;
	const taken = createServer().listen(0, "127.0.0.1");
	await once(taken, "listening");
	const { port } = taken.address() as { port: number };
	const { code, err } = await createHostedRunner({
		...cheap,
		SALLYPORT_BASE_URL: `http://localhost:${port}`,
		SALLYPORT_DATABASE_URL: databaseUrl,
		SALLYPORT_LOG_LEVEL: "silent",
		SALLYPORT_OPERATIONS_PORT: "0",
	})("serve");
	taken.close();
	assert.equal(code, 1);
	assert.match(
		err,
		/^sallyport: Port \d+ is used .* Set SALLYPORT_BASE_URL to another port, .*or stop that program\.\n$/,
	);
	const next = await startTestService({ databaseUrl, settings });
	try {
		await assertWorks(next.running.setupLink, next);
	} finally {
		await next.stop();
	}
});

describe("a second service on the same SQLite file", () => {
	const warning = (printed: string) => /^ {2}warning {5}(Another Sallyport .*)$/m.exec(printed)?.[1];

	it("says which one is there already, and both answer until the first one stops", async () => {
		const databaseUrl = `sqlite:${join(folder, "file.db")}`;
		const old = await startTestService({ databaseUrl, settings });
		const young = await startServe({ databaseUrl });
		try {
			assert.deepEqual(old.running.warnings, []);
			const told = warning(young.printed()) ?? "";
			assert.ok(told.includes(`${hostname()}, since 20`), told);
			const logged = young
				.printed()
				.split("\n")
				.find((line) => line.startsWith("{") && line.includes(told));
			assert.equal(JSON.parse(logged ?? "{}").level, "warn");
			for (const each of [old, young]) await assertWorks(old.running.setupLink, each);
			await old.stop();
			await assertWorks(old.running.setupLink, young);
		} finally {
			await young.end("SIGTERM");
		}
		const next = await startTestService({ databaseUrl, settings });
		await next.stop();
		assert.deepEqual(next.running.warnings, [], "those that have stopped are forgotten");
	});
});
