import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, it } from "node:test";
import { sql } from "kysely";
import { inTransaction } from "./in-transaction.ts";
import { openSqlite } from "./sqlite.ts";

describe("a SQLite database", () => {
	const folder = mkdtempSync(join(tmpdir(), "sallyport-"));
	after(() => rmSync(folder, { recursive: true, force: true }));

	it("makes the folder and all files for the owner alone", async () => {
		const path = join(folder, "new/data/x.db");
		const { database, close } = await openSqlite(path);
		await sql`create table t (n integer) strict`.execute(database);
		assert.equal(statSync(join(folder, "new/data")).mode & 0o777, 0o700);
		for (const file of [path, `${path}-wal`, `${path}-shm`])
			assert.equal(statSync(file).mode & 0o777, 0o600, file);
		await close();
		assert.equal(statSync(path, { throwIfNoEntry: false })?.isFile(), true);
	});

	it("leaves the modes of what is there already to the operator", async () => {
		const shared = join(folder, "shared");
		mkdirSync(shared);
		chmodSync(shared, 0o750);
		const { close } = await openSqlite(join(shared, "x.db"));
		await close();
		assert.equal(statSync(shared).mode & 0o777, 0o750);
	});

	it("is durable, keeps references whole and does not trust the schema", async () => {
		const { database, close } = await openSqlite(join(folder, "settings.db"));
		const settings: unknown[] = [];
		for (const name of ["journal_mode", "synchronous", "foreign_keys", "trusted_schema"]) {
			const { rows } = await sql`pragma ${sql.raw(name)}`.execute(database);
			settings.push(...rows);
		}
		assert.deepEqual(settings, [
			{ journal_mode: "wal" },
			{ synchronous: 1 },
			{ foreign_keys: 1 },
			{ trusted_schema: 0 },
		]);
		await assert.rejects(sql`select "no column, so a text"`.execute(database));
		await close();
	});

	it("can be closed at once, and refuses every query after that without waiting", async () => {
		for (const path of [":memory:", join(folder, "unused.db")]) {
			const { database, close } = await openSqlite(path);
			await close();
			for (const query of [sql`select 1`, sql`select 2`])
				await assert.rejects(query.execute(database), /database is not open/);
		}
	});

	it("finishes the transactions under way before it closes", async () => {
		const path = join(folder, "closing.db");
		const { database, close } = await openSqlite(path);
		await sql`create table t (n integer) strict`.execute(database);
		const written = inTransaction(database, async (queries) => {
			await sql`insert into t values (1)`.execute(queries);
			await new Promise(setImmediate);
			await sql`insert into t values (2)`.execute(queries);
		});
		await Promise.all([written, close()]);
		const again = await openSqlite(path);
		assert.deepEqual((await sql`select n from t`.execute(again.database)).rows, [{ n: 1 }, { n: 2 }]);
		await again.close();
	});

	it("sees a column that another instance has added", async () => {
		const path = join(folder, "columns.db");
		const [old, young] = [await openSqlite(path), await openSqlite(path)];
		await sql`create table t (a integer) strict`.execute(old.database);
		await sql`insert into t values (1)`.execute(old.database);
		const all = sql`select * from t`;
		assert.deepEqual((await all.execute(old.database)).rows, [{ a: 1 }]);
		await sql`alter table t add column b text default 'x'`.execute(young.database);
		assert.deepEqual((await all.execute(old.database)).rows, [{ a: 1, b: "x" }]);
		await Promise.all([old.close(), young.close()]);
	});

	// Proves: freed-space
	it("leaves nothing of deleted rows in its file or its log once it was scrubbed", async () => {
		const path = join(folder, "scrubbed.db");
		const { database, scrub, close } = await openSqlite(path);
		const log = `${path}-wal`;
		const hasDeleted = (file: string) => /name-of-\d*[02468]-/.test(readFileSync(file, "latin1"));
		const left = () => [path, log].filter(hasDeleted);
		await sql`create table t (n integer primary key, v text) strict`.execute(database);
		const pages = "name-of-0-".repeat(1000);
		await sql`insert into t values (0, ${pages})`.execute(database);
		assert.equal(await scrub(false), true);
		assert.deepEqual(left(), [path]);
		await sql`delete from t`.execute(database);
		assert.equal(await scrub(false), true);
		assert.deepEqual(left(), [], "pages of its own are overwritten");
		await inTransaction(database, async (queries) => {
			for (let n = 0; n < 300; n++)
				await sql`insert into t values (${n}, ${`name-of-${n}-`.repeat((n % 7) + 1)})`.execute(queries);
			// Rows grow, pages are divided, and a copy of a row stays in what a page does not use.
			for (let n = 0; n < 300; n++)
				await sql`update t set v = ${`name-of-${n}-`.repeat(((n * 35) % 40) + 1)} where n = ${n}`.execute(
					queries,
				);
		});
		await sql`delete from t where n % 2 = 0`.execute(database);
		assert.deepEqual(left(), [log]);
		assert.equal(await scrub(false), true);
		assert.deepEqual(left(), [path]);
		const reader = new DatabaseSync(path);
		reader.exec("begin; select count(*) from t");
		assert.equal(await scrub(true), false);
		reader.close();
		assert.equal(await scrub(true), true);
		assert.deepEqual(left(), []);
		await close();
	});

	it("does not stream rows, and is free again after it said so", async () => {
		const { database, close } = await openSqlite(":memory:");
		await sql`create table t (n integer) strict`.execute(database);
		const query = database.$extendTables<{ t: { n: number } }>().selectFrom("t").select("n");
		await assert.rejects(query.stream().next(), /cannot stream/);
		await sql`drop table t`.execute(database);
		await close();
	});

	it("serves in the order of asking, transactions and single queries alike", async () => {
		const { database, close } = await openSqlite(":memory:");
		const order: number[] = [];
		const ask = async (number: number) => {
			const work = async () => {
				await sql`select 1`.execute(database);
			};
			await (number % 2 === 0
				? work()
				: inTransaction(database, (queries) => sql`select 1`.execute(queries)));
			order.push(number);
			if (number < 3) later.push(ask(number + 10));
		};
		const later: Promise<void>[] = [];
		await Promise.all([0, 1, 2, 3, 4, 5].map(ask));
		await Promise.all(later);
		assert.deepEqual(order.slice(0, 6), [0, 1, 2, 3, 4, 5]);
		await close();
	});
});
