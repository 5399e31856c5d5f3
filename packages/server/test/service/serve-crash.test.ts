import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { program } from "../support/command.ts";
import { startServe } from "../support/serve-process.ts";

it("an uncaught error ends the service, and its last line in the log says so", async () => {
	const folder = mkdtempSync(join(tmpdir(), "sallyport-crash-"));
	const trap = `process.on("SIGUSR2", () => { throw new Error("nobody expects this"); });`;
	const service = await startServe({
		databaseUrl: `sqlite:${join(folder, "x.db")}`,
		command: [
			process.execPath,
			`--import=data:text/javascript,${encodeURIComponent(trap)}`,
			program,
			"serve",
		],
	});
	try {
		assert.equal(await service.end("SIGUSR2"), 1);
		const lines = service.printed().match(/^\{.*\}$/gm) ?? [];
		const { event, level, err } = JSON.parse(lines.at(-1) ?? "{}") as Record<string, { message: string }>;
		assert.deepEqual([event, level, err?.message], ["sys_crash", "error", "nobody expects this"]);
	} finally {
		await service.kill();
		rmSync(folder, { recursive: true, force: true });
	}
});
