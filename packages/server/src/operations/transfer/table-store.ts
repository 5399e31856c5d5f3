/** Rows of any table, given its description. */
import { type Kysely, sql } from "kysely";
import { compileOnce, rowsOf } from "../../platform/database/compile-once.ts";
import type { TableDescription } from "../../platform/database/describe-tables.ts";
import { inBatches, MOST_VARIABLES } from "../../platform/database/in-batches.ts";
import type { Dialect } from "../../platform/database/open.ts";
import type { Queryable } from "../../platform/database/tables.ts";

export type Row = Record<string, string | number | null>;

/** Rows per read, and per transaction. */
const BATCH = 5000;
/** KiB. Indexes are written in random order. */
const CACHE = 65_536;

function anyTable(queries: Queryable): Kysely<Record<string, Row>> {
	return queries as unknown as Kysely<Record<string, Row>>;
}

/**
 * All rows, in batches, in byte order of their keys, which is the same in every database. Call it inside a transaction, so that
 * the batches are consistent.
 */
export function readRows(queries: Queryable, dialect: Dialect, table: TableDescription) {
	return dialect === "sqlite" ? readPages(queries, table) : readCursor(queries, table);
}

async function* readPages(
	queries: Queryable,
	{ name, columns, key }: TableDescription,
): AsyncGenerator<Row[]> {
	const keys = key.map((column) => column.name);
	const place = sql.join(keys.map((column) => sql.ref(column)));
	const query = anyTable(queries).selectFrom(name).select(columns).orderBy(place).limit(BATCH);
	let rows = await query.execute();
	while (rows.length > 0) {
		yield rows;
		if (rows.length < BATCH) return;
		const last = rows.at(-1) ?? {};
		const after = sql.join(keys.map((column) => last[column]));
		rows = await query.where(sql<boolean>`(${place}) > (${after})`).execute();
	}
}

/** PostgreSQL indexes keys in the order of its locale: a cursor sorts them once, pages would sort each time. */
async function* readCursor(
	queries: Queryable,
	{ name, columns, key }: TableDescription,
): AsyncGenerator<Row[]> {
	const order = key.map((column) =>
		column.isText ? sql`${sql.ref(column.name)} collate "C"` : sql.ref(column.name),
	);
	const query = anyTable(queries).selectFrom(name).select(columns).orderBy(sql.join(order));
	await sql`declare rows_of_table no scroll cursor for ${query}`.execute(queries);
	for (;;) {
		const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from rows_of_table`.execute(queries);
		if (rows.length === 0) break;
		yield rows;
	}
	// A caller that stops earlier ends the transaction, and with it the cursor.
	await sql`close rows_of_table`.execute(queries);
}

/** Made once for a table, since it compiles its statements. */
export function createInsertRows({ name, columns }: TableDescription) {
	const insert = compileOnce((queries, values) =>
		anyTable(queries).insertInto(name).columns(columns).values(rowsOf(columns, values)),
	);
	return async (queries: Queryable, rows: Row[]): Promise<void> => {
		for (const some of inBatches(rows, Math.floor(MOST_VARIABLES / columns.length))) {
			const values = some.flatMap((row) => columns.map((column) => row[column] ?? null));
			await insert(queries, values);
		}
	};
}

/** Before inserting very many rows. */
export async function expectManyRows(queries: Queryable, dialect: Dialect): Promise<void> {
	if (dialect === "sqlite") await sql.raw(`pragma cache_size = -${CACHE}`).execute(queries);
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
