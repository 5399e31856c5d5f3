import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { createCoherentCache } from "./coherent-cache.ts";
import { migrate } from "./migrations/migrate.ts";
import { type OpenedDatabase, openDatabase } from "./open.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-cache-"));
const url = `sqlite:${join(folder, "x.db")}`;

describe("what was found in a SQLite file", () => {
	let here: OpenedDatabase;
	let elsewhere: OpenedDatabase;
	before(async () => {
		here = await openDatabase(url);
		elsewhere = await openDatabase(url);
		await migrate(here, { clock: Date.now });
	});
	after(async () => {
		await Promise.all([here.close(), elsewhere.close()]);
		rmSync(folder, { recursive: true });
	});

	const set = ({ database }: OpenedDatabase, name: string, value: string) =>
		database
			.insertInto("deployment")
			.values({ name, value })
			.onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
			.execute();

	function counted(most = 100, duringRead = async () => {}) {
		const asked: string[][] = [];
		const find = createCoherentCache({
			find: async (keys) => {
				asked.push([...keys]);
				const query = here.reads
					.selectFrom("deployment")
					.selectAll()
					.where("name", "in", [...keys]);
				const rows = await query.execute();
				await duringRead();
				return new Map(rows.map((row) => [row.name, row]));
			},
			dataVersion: here.dataVersion ?? assert.fail("SQLite can tell"),
			maxKeys: most,
		});
		const values = async (...keys: string[]) => {
			const found = await find(keys);
			return keys.map((key) => found.get(key)?.value);
		};
		return { asked, values };
	}

	it("is queried once while there are no writes", async () => {
		await set(here, "a", "1");
		const { asked, values } = counted();
		for (let round = 0; round < 3; round += 1) assert.deepEqual(await values("a"), ["1"]);
		assert.deepEqual(await values("a", "none"), ["1", undefined]);
		assert.deepEqual(await values("a", "none"), ["1", undefined]);
		assert.deepEqual(asked, [["a"], ["none"], ["none"]]);
	});

	it("is queried again after a commit of this process, of its unsynced transactions, or of another process", async () => {
		const { values } = counted();
		for (const [value, write] of Object.entries({ 1: here, 2: elsewhere })) {
			await set(write, "a", value);
			assert.deepEqual(await values("a"), [value]);
		}
		await here.unsynced
			.transaction()
			.execute((queries) => queries.deleteFrom("deployment").where("name", "=", "a").execute());
		assert.deepEqual(await values("a"), [undefined]);
	});

	it("is not kept when there was a write and another query while it was on its way", async () => {
		await set(here, "a", "before");
		let interrupt = async () => {};
		const { values } = counted(100, () => interrupt());
		interrupt = async () => {
			interrupt = async () => {};
			await set(elsewhere, "a", "after");
			assert.deepEqual(await values("b"), [undefined]);
		};
		assert.deepEqual(await values("a"), ["before"], "it was on its way already");
		assert.deepEqual(await values("a"), ["after"]);
	});

	it("is not read by a stream, whose snapshot would never see a write", async () => {
		const stream = here.reads.selectFrom("deployment").selectAll().stream();
		await assert.rejects(stream.next(), /cannot stream/);
	});

	it("gives way to newer results when there are many", async () => {
		for (const name of ["a", "b", "c"]) await set(here, name, name);
		const { asked, values } = counted(2);
		for (const name of ["a", "b", "c", "c", "a"]) assert.deepEqual(await values(name), [name]);
		assert.deepEqual(asked, [["a"], ["b"], ["c"], ["a"]]);
	});
});

it("a database that cannot tell of writes says so", async () => {
	const inMemory = await openDatabase("sqlite::memory:");
	assert.equal(inMemory.dataVersion, null);
	await inMemory.close();
});
