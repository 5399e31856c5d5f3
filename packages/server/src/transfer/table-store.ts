/** Rows of any table, known by their description only. */
import { type Kysely, sql } from "kysely";
import type { TableDescription } from "../database/describe-tables.ts";
import type { Dialect } from "../database/open.ts";
import type { Queryable } from "../database/tables.ts";

export type Row = Record<string, string | number | null>;

/** Rows read or written at once. */
const BATCH = 1000;
/** SQLite takes 32,766 parameters in a statement, PostgreSQL 65,535. */
const MOST_PARAMETERS = 32_000;

function anyTable(queries: Queryable): Kysely<Record<string, Row>> {
	return queries as unknown as Kysely<Record<string, Row>>;
}

/**
 * All rows in the order of the bytes of their keys, which is the same in every database, in batches. To be read inside of
 * one transaction, so that they belong together.
 */
export async function* readRows(
	queries: Queryable,
	dialect: Dialect,
	{ name, columns, key }: TableDescription,
): AsyncGenerator<Row[]> {
	const query = key.reduce(
		(ordered, column) =>
			ordered.orderBy(column.name, (order) =>
				dialect === "postgres" && column.isText ? order.collate("C") : order,
			),
		anyTable(queries).selectFrom(name).select(columns),
	);
	if (dialect === "sqlite") {
		let batch: Row[] = [];
		for await (const row of query.stream()) {
			batch.push(row);
			if (batch.length < BATCH) continue;
			yield batch;
			batch = [];
		}
		if (batch.length > 0) yield batch;
		return;
	}
	await sql`declare rows_of_table no scroll cursor for ${query}`.execute(queries);
	for (;;) {
		const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from rows_of_table`.execute(queries);
		if (rows.length === 0) break;
		yield rows;
	}
	// Whoever stops earlier ends the transaction, and with it the cursor.
	await sql`close rows_of_table`.execute(queries);
}

export async function insertRows(
	queries: Queryable,
	{ name, columns }: TableDescription,
	rows: Row[],
): Promise<void> {
	const atOnce = Math.floor(MOST_PARAMETERS / columns.length);
	for (let from = 0; from < rows.length; from += atOnce) {
		const some = rows.slice(from, from + atOnce);
		await anyTable(queries).insertInto(name).values(some).execute();
	}
}

export async function countRows(queries: Queryable, { name }: TableDescription): Promise<number> {
	const { count } = await anyTable(queries)
		.selectFrom(name)
		.select(({ fn }) => fn.countAll<number>().as("count"))
		.executeTakeFirstOrThrow();
	return count;
}

export async function removeRows(queries: Queryable, { name }: TableDescription): Promise<void> {
	await anyTable(queries).deleteFrom(name).execute();
}
