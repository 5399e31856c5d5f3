import {
	type Expression,
	type ExpressionBuilder,
	type Kysely,
	type RawBuilder,
	type SelectQueryBuilder,
	type SqlBool,
	sql,
} from "kysely";
import { createGiveWay } from "../lib/give-way.ts";

/** A column of an order, or an expression in its place. */
export type OrderColumn = string | RawBuilder<unknown>;

const reference = (column: OrderColumn) => (typeof column === "string" ? sql.ref(column) : column);

/** Which page of a list: rows beyond `after` (the values of the order, of the last row before; null: from the start). */
export interface PageOf {
	after: readonly unknown[] | null;
	most: number;
	descending?: boolean;
}

/**
 * One page in the order of these columns, of which the last is unique. By what the last row was, never by an offset: a page far
 * back costs what the first one costs, and rows that come or go shift nothing.
 */
export function page<Schema, Name extends keyof Schema, Row>(
	query: SelectQueryBuilder<Schema, Name, Row>,
	by: readonly OrderColumn[],
	{ after, most, descending = false }: PageOf,
): SelectQueryBuilder<Schema, Name, Row> {
	let paged = query.limit(most);
	for (const column of by)
		paged = descending ? paged.orderBy(reference(column), "desc") : paged.orderBy(reference(column));
	return after === null ? paged : paged.where(beyond(by, after, descending ? "<" : ">"));
}

function beyond(by: readonly OrderColumn[], position: readonly unknown[], sign: "<" | ">" | "<=" | ">=") {
	return sql<boolean>`(${sql.join(by.map(reference))}) ${sql.raw(sign)} (${sql.join(position)})`;
}

/** What the rows of a list have to be. */
export type Filter<Schema, Name extends keyof Schema> = (
	builder: ExpressionBuilder<Schema, Name>,
) => Expression<SqlBool>;

/** Where a page ended: the values of its order. */
export type Position = ReadonlyArray<string | number>;

/** Rows that a page may look at, where no index finds those that match. */
const BUDGET = 10_000;

/**
 * One page, and where the next one begins; null: there is none. `filter`: what no index finds. Then a page looks at so many rows, gives
 * what it has found, and the next one begins there.
 */
export async function pageWithin<Schema, Name extends keyof Schema, Row extends object>(
	query: SelectQueryBuilder<Schema, Name, Row>,
	by: readonly OrderColumn[],
	{
		after,
		most,
		descending = false,
		filter,
		positionOf,
		share = 1,
	}: PageOf & {
		filter: Filter<Schema, Name> | null;
		positionOf: (row: Row) => Position;
		/** Of several pages that are looked for at once: the part of the rows that each may look at. */
		share?: number;
	},
): Promise<{ rows: Row[]; next: Position | null }> {
	const of = { after, descending, looked: Math.ceil(BUDGET * share) };
	const { matching, farthest } = await within(query, by, filter, of);
	const found = (await page(matching, by, { after, most: most + 1, descending }).execute()) as Row[];
	const rows = found.slice(0, most);
	const last = rows.at(-1);
	return { rows, next: found.length > most && last !== undefined ? positionOf(last) : farthest };
}

/** How many rows one page would find, counted up to `most`; and whether there may be more. */
export async function countWithin<Schema, Name extends keyof Schema, Row extends object>(
	queries: Kysely<Schema>,
	query: SelectQueryBuilder<Schema, Name, Row>,
	by: readonly OrderColumn[],
	{ filter, most }: { filter: Filter<Schema, Name> | null; most: number },
): Promise<{ count: number; atLeast: boolean }> {
	const of = { after: null, descending: false, looked: BUDGET };
	const { matching, farthest } = await within(query, by, filter, of);
	const found = matching
		.clearSelect()
		.select(sql<number>`1`.as("one"))
		.limit(most + 1);
	const { rows } = await sql<{
		count: number | string;
	}>`select count(*) as "count" from (${found}) as "found"`.execute(queries);
	const count = Number(rows[0]?.count);
	return { count: Math.min(count, most), atLeast: count > most || farthest !== null };
}

/** What matches, and how far that was looked at; null: to the end. */
async function within<Schema, Name extends keyof Schema, Row extends object>(
	query: SelectQueryBuilder<Schema, Name, Row>,
	by: readonly OrderColumn[],
	filter: Filter<Schema, Name> | null,
	{ after, descending, looked }: Pick<PageOf, "after" | "descending"> & { looked: number },
): Promise<{ matching: SelectQueryBuilder<Schema, Name, Row>; farthest: Position | null }> {
	if (filter === null) return { matching: query, farthest: null };
	const order = by.map((column, index) => sql<string | number>`${reference(column)}`.as(`at${index}`));
	const last = page(query.clearSelect().select(order), by, {
		after,
		most: 1,
		descending: descending ?? false,
	});
	const row = await last.offset(looked - 1).executeTakeFirst();
	const farthest = row === undefined ? null : (Object.values(row) as Position);
	// Behind a case it leads no planner to another index than that of the order.
	const matching = query.where((builder) => sql<boolean>`case when ${filter(builder)} then 1 else 0 end = 1`);
	if (farthest === null) return { matching, farthest };
	return { matching: matching.where(beyond(by, farthest, descending ? ">=" : "<=")), farthest };
}

/** All rows, a page at a time, between which others have their turn. `read` gets the last row of the page before. */
export async function* everyPage<Row>(
	most: number,
	read: (last: Row | null) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
	const giveWay = createGiveWay();
	for (let last: Row | null = null; ; ) {
		const began = performance.now();
		const rows = await read(last);
		const took = performance.now() - began;
		if (rows.length > 0) yield rows;
		if (rows.length < most) return;
		last = rows.at(-1) ?? null;
		await giveWay(took);
	}
}
