import { sql } from "kysely";
import type { Queryable } from "../database/tables.ts";
import type { SealedColumn } from "./sealed-column.ts";

/** Every value of the column, and the name of its row. */
export async function listSealed(
	queries: Queryable,
	{ table, column, key }: SealedColumn,
): Promise<Array<{ id: string; sealed: string }>> {
	const { rows } = await sql<{ id: string; sealed: string }>`
		select ${sql.ref(key)} as "id", ${sql.ref(column)} as "sealed"
		from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(queries);
	return rows;
}

export async function writeSealed(
	queries: Queryable,
	{ table, column, key }: SealedColumn,
	id: string,
	sealed: string,
): Promise<void> {
	await sql`
		update ${sql.table(table)} set ${sql.ref(column)} = ${sealed} where ${sql.ref(key)} = ${id}`.execute(
		queries,
	);
}
