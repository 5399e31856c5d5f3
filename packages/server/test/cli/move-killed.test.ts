// At length: it kills, cuts off or fills what the service needs.
/** A move whose process is killed in the middle, and one that is given up there. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import { move, undoMove } from "../../src/operations/transfer/move.ts";
import { loadConfig } from "../../src/platform/config/config.ts";
import type { OpenedDatabase } from "../../src/platform/database/open.ts";
import {
	ensureDeploymentFact,
	findDeploymentFact,
	writeDeploymentFact,
} from "../../src/platform/keys/deployment-store.ts";
import { systemClock } from "../../src/platform/lib/clock.ts";
import { systemRandom } from "../../src/platform/lib/random.ts";
import { allRows, assertSameRows } from "../support/all-rows.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner, program, type Run } from "../support/command.ts";
import { createTestDatabase, type TestDatabase } from "../support/databases.ts";
import { addManyEvents } from "../support/many-events.ts";
import { startTestService } from "../support/service.ts";

describe("a move that is interrupted", () => {
	let sqlite: TestDatabase;
	let postgres: TestDatabase;
	let target: OpenedDatabase;
	let from: string;
	let to: string;
	let settings: Record<string, string>;
	let run: Run;
	before(async () => {
		[sqlite, postgres] = [createTestDatabase("sqlite"), createTestDatabase("postgres")];
		[from, to] = [await sqlite.url(), await postgres.url()];
		target = await postgres.open();
		settings = { ...cheap, SALLYPORT_SECRET: "a secret of this test, long enough to be one" };
		run = createHostedRunner({ ...settings, SALLYPORT_DATABASE_URL: from });
		const service = await startTestService({ databaseUrl: from, settings });
		await service.addUser("ada");
		await service.loggedIn("ada");
		await service.stop();
		await addManyEvents(from, 24_000);
	});
	after(() => Promise.all([sqlite.remove(), postgres.remove()]));

	/** The mark of the run that fills the new database; null before and after. */
	const mark = () => findDeploymentFact(target.database, "move");
	const firstEvent = () => target.database.selectFrom("audit_events").select("id").limit(1).execute();

	/** Starts a move, and kills it as soon as it has claimed the new database and copied events. */
	async function killOnTheWay(): Promise<void> {
		const child: ChildProcess = spawn(process.execPath, [program, "move", "--to", to], {
			env: { ...settings, SALLYPORT_DATABASE_URL: from },
			stdio: "ignore",
		});
		const ended = once(child, "exit");
		const before = await mark();
		while (((await mark()) === before || (await firstEvent()).length === 0) && child.exitCode === null)
			// Else it would take the processor from what it looks at.
			await setTimeout(1);
		child.kill("SIGKILL");
		await ended;
		assert.equal(child.signalCode, "SIGKILL", "it was to be killed on the way");
		assert.notEqual(await mark(), null);
	}

	it("keeps services from both databases until the same command has completed it", async () => {
		const rows = await allRows(from);
		for (let kill = 1; kill <= 2; kill++) {
			await killOnTheWay();
			for (const databaseUrl of [from, to]) {
				const code = databaseUrl === from ? "moved_away" : "move_unfinished";
				await assert.rejects(startTestService({ databaseUrl, settings }), { code });
			}
		}
		const backup = await run("backup never.db", { more: { SALLYPORT_DATABASE_URL: to } });
		assert.match(backup.err, /not complete/);

		const { code, err } = await run(`move --to ${to}`);
		assert.equal(code, 0, err);
		assertSameRows(await allRows(to), rows);
		await (await startTestService({ databaseUrl: to, settings })).stop();
	});

	it("has been completed when it was killed before it could say so in the old database", async () => {
		const opened = await sqlite.open();
		const done = JSON.parse((await findDeploymentFact(opened.database, "moved_to")) ?? "") as object;
		await writeDeploymentFact(opened.database, "moved_to", JSON.stringify({ ...done, done: false }));
		await opened.close();
		const { json } = await run(`move --to ${to} --json`);
		assert.equal(json().already, true);
		await assert.rejects(startTestService({ databaseUrl: from, settings }), /was moved to/);
	});

	it("can be abandoned, and started again when the old database was used in between", async () => {
		assert.equal((await run("move --undo")).code, 0);
		await postgres.remove();
		postgres = createTestDatabase("postgres");
		to = await postgres.url();
		target = await postgres.open();
		await killOnTheWay();
		assert.equal((await run("move --undo")).code, 0);
		const service = await startTestService({ databaseUrl: from, settings });
		await service.addUser("bob");
		await service.stop();

		const { code, err } = await run(`move --to ${to}`);
		assert.equal(code, 0, err);
		assertSameRows(await allRows(to), await allRows(from));
	});

	it("is not completed when the new database was written to, and then starts again without what was written", async () => {
		const place = createTestDatabase("postgres");
		const url = await place.url();
		assert.equal((await run("move --undo")).code, 0);
		const config = loadConfig({ ...settings, SALLYPORT_DATABASE_URL: from });
		const surroundings = { config, clock: systemClock, random: systemRandom };
		const intruder = await place.open();
		const moving = move(surroundings, url, async () => {
			await ensureDeploymentFact(intruder.database, "intruder", "");
		});
		await assert.rejects(moving, {
			code: "copy_differs",
			message: /deployment.*Nothing was put into service/,
		});
		await assert.rejects(startTestService({ databaseUrl: url, settings }), { code: "move_unfinished" });
		const rows = await allRows(from);
		assert.equal((await move(surroundings, url)).already, false);
		assertSameRows(await allRows(url), rows);
		await undoMove(config);
		await (await startTestService({ databaseUrl: from, settings })).stop();
		await place.remove();
	});
});
