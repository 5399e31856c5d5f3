import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner, createRunner, type Run } from "../support/command.ts";

interface Document {
	machine: { cores: number; memory: number };
	resident: number;
	present: Hashing & { millisecondsAlone: number; coresUsed: number };
	proposal: Hashing & { settings: Record<string, string>; verdict: string; shortcomings: string[] };
	trials: Array<{ memory: number; passes: number; milliseconds: number }>;
}

interface Hashing {
	memory: number;
	passes: number;
	threads: number;
	milliseconds: number;
	hashesPerSecond: number;
	holds: Record<string, number | boolean>;
}

describe("sallyport capacity", () => {
	let folder: string;
	let settings: Record<string, string>;
	let run: Run;
	before(() => {
		folder = mkdtempSync(join(tmpdir(), "sallyport-test-"));
		settings = {
			...cheap,
			SALLYPORT_DATABASE_URL: `sqlite:${join(folder, "own", "own.db")}`,
			TMPDIR: folder,
		};
		run = createRunner(settings);
	});
	after(() => rmSync(folder, { recursive: true, force: true }));

	it("measures, and leaves nothing behind", async () => {
		const { code, err, json } = await run("capacity --quick --json");
		assert.deepEqual([code, err], [0, ""]);
		const { machine, resident, present, proposal, trials } = json() as unknown as Document;
		const { fits, ...holds } = proposal.holds;
		const measured = { ...machine, resident, ...holds, ...present.holds };
		const numbers = [present, proposal, ...trials].flatMap((each) => [each.memory, each.milliseconds]);
		for (const value of [...Object.values(measured), ...numbers])
			assert.ok(typeof value !== "number" || (value > 0 && Number.isFinite(value)), JSON.stringify(measured));
		assert.equal(typeof fits, "boolean");
		assert.ok(present.millisecondsAlone > 0 && present.coresUsed > 0 && present.hashesPerSecond > 0);
		assert.deepEqual([present.memory, present.passes, present.threads], [64, 1, 1]);

		assert.equal(proposal.verdict, "change");
		assert.ok(proposal.shortcomings.includes("below_floor"));
		assert.ok(proposal.memory >= 19_456 && proposal.threads === 1);
		assert.deepEqual(proposal.settings, {
			SALLYPORT_HASH_MEMORY: String(proposal.memory),
			SALLYPORT_HASH_PASSES: String(proposal.passes),
			SALLYPORT_HASH_THREADS: "1",
		});
		assert.deepEqual(readdirSync(folder), []);
	});

	it("prints settings that the service accepts", async () => {
		const { code, out, err } = await run("capacity --quick --target 50ms");
		assert.match(out, /^All numbers are approximate; without --quick they are more exact\.$/m);
		assert.deepEqual([code, err], [0, ""]);
		assert.match(out, /^This (machine|container) has /);
		assert.match(out, /should be changed:\n {2}they are weaker than OWASP/);
		const proposed = out.split("\n").filter((line) => line.startsWith("SALLYPORT_"));
		assert.equal(proposed.length, 3);
		const more = Object.fromEntries(proposed.map((line) => line.split("=")));
		assert.equal((await run("config", { more })).code, 0);
		assert.equal(existsSync(join(folder, "own")), false);
	});

	it("rejects a target out of range, in one line", async () => {
		for (const target of ["49ms", "2s", "100", "fast", ""]) {
			const { code, out, err } = await createHostedRunner(settings)(`capacity --target=${target}`);
			assert.deepEqual([code, out], [2, ""], target);
			assert.match(err, /^sallyport capacity: --target is a time from 50ms to 1s[^\n]*\n$/);
		}
	});
});
