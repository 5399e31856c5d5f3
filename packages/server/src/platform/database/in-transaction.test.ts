import assert from "node:assert/strict";
import { it } from "node:test";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { inProcesses } from "../../../test/support/processes.ts";
import { isUniqueViolation } from "./error-codes.ts";
import { inTransaction } from "./in-transaction.ts";
import type { Database, Queryable } from "./tables.ts";

const counter = (key: string) => ({
	key,
	window_started_at: 0,
	failures: 0,
	consecutive: 0,
	blocked_until: 0,
	expires_at: 0,
});

async function failures(queries: Queryable, key: string): Promise<number> {
	const row = await queries
		.selectFrom("attempts")
		.select("failures")
		.where("key", "=", key)
		.executeTakeFirstOrThrow();
	return row.failures;
}

async function add(queries: Queryable, key: string): Promise<void> {
	await queries
		.updateTable("attempts")
		.set((row) => ({ failures: row("failures", "+", 1) }))
		.where("key", "=", key)
		.execute();
}

async function keys(database: Database): Promise<string[]> {
	const rows = await database.selectFrom("attempts").select("key").orderBy("key").execute();
	return rows.map((row) => row.key);
}

forEachDatabase("a transaction", ({ dialect, open, url }) => {
	it("joins the transaction that it is given", async () => {
		const { database } = await open();
		const outer = inTransaction(database, async (queries) => {
			await inTransaction(queries, (inner) =>
				inner.insertInto("attempts").values(counter("inner")).execute(),
			);
			throw new Error("outer failed");
		});
		await assert.rejects(outer, /outer failed/);
		assert.deepEqual(await keys(database), []);
	});

	it("distinguishes a row that exists already from other failures", async () => {
		const { database } = await open();
		await database.insertInto("deployment").values({ name: "twice", value: "" }).execute();
		const insert = (name: string, value: string) =>
			database.insertInto("deployment").values({ name, value }).execute();
		await assert.rejects(insert("twice", ""), isUniqueViolation);
		await assert.rejects(insert("empty", null as unknown as string), (error) => !isUniqueViolation(error));
	});

	it("counts right over four processes with 25 transactions each", async () => {
		const { database } = await open();
		await database.insertInto("attempts").values(counter("shared")).execute();
		const body = `
			const add = (queries) => queries.updateTable("attempts").set((row) => ({ failures: row("failures", "+", 1) })).where("key", "=", "shared").execute();
			// A few at a time: further ones would wait for a connection, for two seconds at most.
			for (let round = 0; round < 5; round++)
				await Promise.all(Array.from({ length: 5 }, () => inTransaction(opened.database, add)));
		`;
		await inProcesses(4, await url(), body);
		assert.equal(await failures(database, "shared"), 100);
	});

	it("finishes two transactions that lock the same rows in opposite order", async () => {
		const [one, two] = [await open(), await open()];
		await one.database
			.insertInto("attempts")
			.values([counter("left"), counter("right")])
			.execute();
		// On PostgreSQL each waits until the other holds its first row, so that they dead-lock; only SQLite has none of it.
		let holders = 0;
		const met = Promise.withResolvers<void>();
		const crossing = (first: string, second: string) => async (queries: Queryable) => {
			await add(queries, first);
			holders += 1;
			if (holders === 2 || dialect === "sqlite") met.resolve();
			await met.promise;
			await add(queries, second);
		};
		await Promise.all([
			inTransaction(one.database, crossing("left", "right")),
			inTransaction(two.database, crossing("right", "left")),
		]);
		for (const key of ["left", "right"]) assert.equal(await failures(one.database, key), 2);
	});

	it("waits for a transaction of another instance, and other things continue while it waits", async () => {
		const [one, two] = [await open(), await open()];
		await one.database.insertInto("attempts").values(counter("slow")).execute();
		const begun = Promise.withResolvers<void>();
		const finish = Promise.withResolvers<void>();
		const first = inTransaction(one.database, async (queries) => {
			await add(queries, "slow");
			begun.resolve();
			await finish.promise;
		});
		await begun.promise;
		const second = inTransaction(two.database, (queries) => add(queries, "slow"));
		setImmediate(finish.resolve);
		await Promise.all([first, second]);
		assert.equal(await failures(two.database, "slow"), 2);
	});
});
