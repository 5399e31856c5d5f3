import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { sql } from "kysely";
import { holdThreads } from "../../../test/support/hold-threads.ts";
import { inTransaction } from "./in-transaction.ts";
import { createLogFlush, shareRuns } from "./log-flush.ts";
import { openSqlite } from "./sqlite.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";
import type { Database } from "./tables.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-"));
after(() => rmSync(folder, { recursive: true, force: true }));

describe("a commit on SQLite", () => {
	it("is over when the disk has it, and is seen and overtaken by others until then", async () => {
		const { database, unsynced, reads, close } = await openSqlite(join(folder, "flush.db"));
		await sql`create table t (n integer) strict`.execute(database);
		const insert = (into: Database, n: number) =>
			inTransaction(into, (queries) => sql`insert into t values (${n})`.execute(queries));
		const ended: string[] = [];
		const noted = (name: string, work: Promise<unknown>) => work.then(() => ended.push(name));

		// What flushes has no thread.
		const release = holdThreads();
		const slow = [
			noted("transaction", insert(database, 1)),
			noted("statement", sql`insert into t values (2)`.execute(database)),
		];
		try {
			await noted("without flush", insert(unsynced, 3));
			await noted("query", sql`select n from t`.execute(database));
			assert.deepEqual((await sql`select n from t`.execute(reads)).rows, [{ n: 1 }, { n: 2 }, { n: 3 }]);
			slow.push(noted("close", close()));
			await new Promise(setImmediate);
			assert.deepEqual(ended, ["without flush", "query"]);
		} finally {
			await release();
			await Promise.all(slow);
		}
	});

	it("fails as an unavailable store if the disk does not take it", async () => {
		const path = join(folder, "no-disk.db");
		// Cannot be flushed.
		symlinkSync("/dev/null", `${path}-wal`);
		const { flush, close } = createLogFlush(path);
		await assert.rejects(flush(), (error) => isStoreUnavailable(error));
		await close();
	});
});

describe("a run that is shared", () => {
	/** Ends its runs by hand. */
	function start() {
		const runs: PromiseWithResolvers<void>[] = [];
		const share = shareRuns(() => {
			const run = Promise.withResolvers<void>();
			runs.push(run);
			return run.promise;
		});
		return { runs, share };
	}

	it("takes along all that come before it, and none that come later", async () => {
		const { runs, share } = start();
		const first = [share(), share()];
		await null;
		const second = [share(), share()];
		assert.equal(runs.length, 1);
		runs[0]?.resolve();
		await Promise.all(first);
		assert.equal(runs.length, 2);
		runs[1]?.resolve();
		await Promise.all(second);
		assert.equal(runs.length, 2);
	});

	it("fails for those that share it, and for no other", async () => {
		const { runs, share } = start();
		const failing = Promise.allSettled([share(), share()]);
		await null;
		const next = share();
		runs[0]?.reject(new Error("no disk"));
		assert.deepEqual(
			(await failing).map(({ status }) => status),
			["rejected", "rejected"],
		);
		runs[1]?.resolve();
		await next;
	});
});
