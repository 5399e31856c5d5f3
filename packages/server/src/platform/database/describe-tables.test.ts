import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "kysely";
import { createTestDatabase, forEachDatabase } from "../../../test/support/databases.ts";
import { describeTables } from "./describe-tables.ts";

/** What migrations themselves remember. */
const bookkeeping = ["schema_lock", "schema_migrations"];

forEachDatabase("the description of tables", ({ open }) => {
	it("forgets no table and no column, and names a table before those that refer to it", async () => {
		const sqlite = createTestDatabase("sqlite");
		try {
			const { database } = await sqlite.open();
			const described = await describeTables(database);
			const catalogue = await (await open()).maintenance.introspection.getTables();
			const inOrder = (list: Array<{ name: string; columns: string[] }>) =>
				list.map(({ name, columns }) => `${name}: ${columns.toSorted().join(" ")}`).sort();
			assert.deepEqual(
				inOrder(described),
				inOrder(
					catalogue
						.filter(({ name }) => !bookkeeping.includes(name))
						.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
				),
			);
			const names = described.map(({ name }) => name);
			const references = await sql<{ child: string; parent: string }>`
				select tables.name as child, keys."table" as parent
				from sqlite_schema as tables join pragma_foreign_key_list(tables.name) as keys`.execute(database);
			assert.ok(references.rows.length > 0);
			for (const { child, parent } of references.rows)
				assert.ok(names.indexOf(parent) < names.indexOf(child), `${parent} before ${child}`);
			assert.ok(described.every(({ key }) => key.length > 0));
			assert.deepEqual(described.find(({ name }) => name === "status_revocations")?.key, [
				{ name: "status_list", isText: true },
				{ name: "status_index", isText: false },
			]);
		} finally {
			await sqlite.remove();
		}
	});
});
