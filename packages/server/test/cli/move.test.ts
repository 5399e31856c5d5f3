// At length: it copies whole deployments.
/** From SQLite to PostgreSQL: no user notices, nothing is forgotten, nothing is overwritten. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { withoutPassword } from "../../src/platform/lib/database-url.ts";
import { allRows, assertSameRows } from "../support/all-rows.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner, type Run } from "../support/command.ts";
import { createTestDatabase, type TestDatabase } from "../support/databases.ts";
import { settings as forThings, takeThings } from "../support/kept-across-copies.ts";
import { freePort, startTestService } from "../support/service.ts";

describe("sallyport move", () => {
	let folder: string;
	let postgres: TestDatabase;
	let file: string;
	let from: string;
	let to: string;
	let settings: Record<string, string>;
	let run: Run;
	before(async () => {
		folder = mkdtempSync(join(tmpdir(), "sallyport-move-"));
		file = join(folder, "old.db");
		from = `sqlite:${file}`;
		postgres = createTestDatabase("postgres");
		to = await postgres.url();
		const port = String(await freePort());
		settings = {
			...cheap,
			...forThings,
			SALLYPORT_BASE_URL: `http://localhost:${port}`,
			SALLYPORT_PORT: port,
			SALLYPORT_SECRET: "a secret of this test, long enough to be one",
		};
		run = createHostedRunner({ ...settings, SALLYPORT_DATABASE_URL: from });
	});
	after(async () => {
		await postgres.remove();
		rmSync(folder, { recursive: true, force: true });
	});
	const move = (target = to) => run(`move --to ${target}`);
	const start = (databaseUrl: string) => startTestService({ databaseUrl, settings });

	// Proves: factor-secrets
	it("carries over sessions, tokens, CSRF tokens, devices, counters and revocations", async () => {
		const old = await start(from);
		const held = await takeThings(old);
		const inUse = await move();
		assert.equal(inUse.code, 1);
		assert.match(inUse.err, /^sallyport: .*old\.db is in use: stop the service first.*\n$/);
		await old.stop();

		const foreign = createTestDatabase("postgres");
		const other = await startTestService({ databaseUrl: await foreign.url(), settings: cheap });
		await other.stop();
		const before = await allRows(await foreign.url());
		const refused = await move(await foreign.url());
		assert.equal(refused.code, 1);
		assert.match(refused.err, /^sallyport: postgres:.* is not empty.*\n$/);
		assertSameRows(await allRows(await foreign.url()), before);
		await foreign.remove();

		const wrongSecret = await run(`move --to ${to}`, {
			more: { SALLYPORT_SECRET: "quite another secret, long enough" },
		});
		assert.match(wrongSecret.err, /secret does not fit/);
		const nowhere = await move("postgres://localhost:1/nothing");
		assert.match(nowhere.err, /^sallyport: postgres:\/\/localhost:1\/nothing cannot be used: .*\n$/);

		// A refused move changes nothing: the old service can continue.
		await (await start(from)).stop();

		const rows = await allRows(from);
		for (const [table, list] of rows)
			if (table !== "instances") assert.ok(list.length > 0, `${table} is part of this test`);
		const moved = await move();
		assert.equal(moved.code, 0, moved.err);
		assert.match(moved.out, /SALLYPORT_DATABASE_URL/);
		assert.ok(!moved.out.includes(new URL(to).password), "no password on the terminal");
		assertSameRows(await allRows(to), rows);

		await assert.rejects(start(from), { code: "moved_away" });
		const listed = await run("user list");
		assert.match(listed.err, /was moved to postgres/);
		const restarted = await start(to);
		try {
			await held.assertKept();
		} finally {
			await restarted.stop();
		}

		const again = await run(`move --to ${to} --json`);
		assert.equal(again.json().already, true);
		assertSameRows(await allRows(from), rows);
	});

	it("is reverted by --undo, which says when there is nothing to undo", async () => {
		const undone = await run("move --undo --json");
		assert.deepEqual(undone.json(), { undone: withoutPassword(to) });
		await (await start(from)).stop();
		const twice = await run("move --undo");
		assert.deepEqual([twice.code, twice.out], [1, ""]);
		assert.match(twice.err, /was not moved/);
	});

	it("does not mistake what an earlier move has left in the new database for the current one", async () => {
		const { code, err } = await move();
		assert.equal(code, 1);
		assert.match(err, /is not empty/);
		await (await start(from)).stop();
	});

	it("starts from SQLite only", async () => {
		const more = { SALLYPORT_DATABASE_URL: to };
		assert.match((await run(`move --to ${to}`, { more })).err, /move starts from a SQLite file/);
		const absent = join(folder, "absent.db");
		const none = await run(`move --to ${to}`, { more: { SALLYPORT_DATABASE_URL: `sqlite:${absent}` } });
		assert.deepEqual([none.code, existsSync(absent)], [1, false]);
		for (const words of ["move", `move --to sqlite:x`, `move --to ${to} --undo`]) {
			assert.equal((await run(words)).code, 2, words);
		}
	});

	it("reads a URL with a password from standard input", async () => {
		const { code, err } = await run("move --to -", { input: "postgres://localhost:1/nothing\n" });
		assert.equal(code, 1);
		assert.match(err, /localhost:1\/nothing cannot be used/);
	});
});
