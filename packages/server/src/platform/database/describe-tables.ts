import { sql } from "kysely";
import type { Queryable } from "./tables.ts";

export interface TableDescription {
	name: string;
	/** In the order of creation. */
	columns: string[];
	/** Columns of the primary key, in its order. */
	key: Array<{ name: string; isText: boolean }>;
}

/** Every database has its own; never copied. */
const bookkeeping = ["schema_migrations", "schema_lock"];

/**
 * Every table that holds data of the deployment, read from a SQLite database; referenced tables first. PostgreSQL has the
 * same tables, from the same migrations.
 */
export async function describeTables(sqlite: Queryable): Promise<TableDescription[]> {
	const columns = await sql<{ table: string; name: string; type: string; pk: number }>`
		select tables.name as "table", columns.name, columns.type, columns.pk
		from sqlite_schema as tables join pragma_table_info(tables.name) as columns
		where tables.type = 'table' and tables.name not like 'sqlite\\_%' escape '\\'
		order by tables.name, columns.cid`.execute(sqlite);
	const references = await sql<{ table: string; parent: string }>`
		select tables.name as "table", keys."table" as parent
		from sqlite_schema as tables join pragma_foreign_key_list(tables.name) as keys
		where tables.type = 'table'`.execute(sqlite);
	const ours = columns.rows.filter(({ table }) => !bookkeeping.includes(table));
	const described = [...Map.groupBy(ours, ({ table }) => table)].map(([name, rows]) => ({
		name,
		columns: rows.map((row) => row.name),
		key: rows
			.filter(({ pk }) => pk > 0)
			.sort((a, b) => a.pk - b.pk)
			.map((row) => ({ name: row.name, isText: row.type.toLowerCase() === "text" })),
	}));
	const parents = Map.groupBy(references.rows, ({ table }) => table);
	/** How many references lead one after another to a table that has none. */
	const depth = (name: string): number =>
		Math.max(0, ...(parents.get(name) ?? []).map(({ parent }) => 1 + depth(parent)));
	return described.sort((one, other) => depth(one.name) - depth(other.name));
}
