import { sql } from "kysely";
import type { Queryable } from "../database/tables.ts";
import type { SealedColumn } from "./sealed-column.ts";

/** Every value of the column that does not end by then, and the name of its row. `time`: null for those that have ended too. */
export async function listSealed(
	queries: Queryable,
	{ table, column, key, ends }: SealedColumn,
	time: number | null,
): Promise<Array<{ id: string; sealed: string }>> {
	const lasts = ends === undefined || time === null ? sql`` : sql`and ${sql.ref(ends)} > ${time}`;
	const { rows } = await sql<{ id: string; sealed: string }>`
		select ${sql.ref(key)} as "id", ${sql.ref(column)} as "sealed"
		from ${sql.table(table)} where ${sql.ref(column)} is not null ${lasts}`.execute(queries);
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
