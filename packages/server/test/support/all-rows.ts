import assert from "node:assert/strict";
import { sql } from "kysely";
import { openDatabase } from "../../src/platform/database/open.ts";

/** Facts that tell of one database only. */
const own = ["move", "moved_from", "moved_to", "backup", "lock", "probe"];

/** Every row of every table, as text, by the name of the table, as the catalogue of that database lists them. */
export async function allRows(url: string): Promise<Map<string, string[]>> {
	const { maintenance: database, close } = await openDatabase(url);
	try {
		const found = new Map<string, string[]>();
		for (const { name } of await database.introspection.getTables()) {
			if (name === "schema_migrations" || name === "schema_lock") continue;
			const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(database);
			const kept = name === "deployment" ? rows.filter((row) => !own.includes(String(row.name))) : rows;
			const text = kept.map((row) =>
				JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))),
			);
			found.set(name, text.sort());
		}
		return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
	} finally {
		await close();
	}
}

/** Says in which tables they differ; all the rows would fill a book. */
export function assertSameRows(found: Map<string, string[]>, expected: Map<string, string[]>): void {
	assert.deepEqual([...found.keys()], [...expected.keys()]);
	for (const [table, rows] of expected) {
		const here = new Set(found.get(table));
		const there = new Set(rows);
		const missing = rows.filter((row) => !here.has(row));
		const added = [...here].filter((row) => !there.has(row));
		assert.deepEqual(
			{ missing: missing.slice(0, 2), added: added.slice(0, 2) },
			{ missing: [], added: [] },
			table,
		);
		assert.equal(found.get(table)?.length, rows.length, table);
	}
}
