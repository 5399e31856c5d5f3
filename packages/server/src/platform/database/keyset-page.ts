import {
	type Expression,
	type ExpressionBuilder,
	type QueryExecutorProvider,
	type RawBuilder,
	type SelectQueryBuilder,
	type SqlBool,
	sql,
} from "kysely";
import { createGiveWay } from "../lib/give-way.ts";
import { padded } from "./compile-once.ts";

/** A column of an order, or an expression in its place. */
type OrderColumn = string | RawBuilder<unknown>;

const reference = (column: OrderColumn) => (typeof column === "string" ? sql.ref(column) : column);

/** In both databases the same order, and one in which a prefix is a range. */
export const byBytes = (dialect: "sqlite" | "postgres", column: string): RawBuilder<string> =>
	dialect === "sqlite" ? sql`${sql.ref(column)}` : sql`${sql.ref(column)} collate "C"`;

/** Which page of a list: rows beyond `after` (the values of the order, of the last row before; null: from the start). */
export interface PageOf {
	after: readonly unknown[] | null;
	most: number;
}

interface OrderedPage extends PageOf {
	descending?: boolean;
}

/**
 * One page in the order of these columns, of which the last is unique. By what the last row was, never by an offset: a page far
 * back costs what the first one costs, and rows that come or go shift nothing.
 */
export function page<Schema, Name extends keyof Schema, Row>(
	query: SelectQueryBuilder<Schema, Name, Row>,
	by: readonly OrderColumn[],
	{ after, most, descending = false }: OrderedPage,
): SelectQueryBuilder<Schema, Name, Row> {
	let paged = query.limit(most);
	for (const column of by)
		paged = descending ? paged.orderBy(reference(column), "desc") : paged.orderBy(reference(column));
	if (after === null) return paged;
	const beyond = sql.raw(descending ? "<" : ">");
	return paged.where(sql<boolean>`(${sql.join(by.map(reference))}) ${beyond} (${sql.join(after)})`);
}

/** What the rows of a list have to be. */
export type Filter<Schema, Name extends keyof Schema> = (
	builder: ExpressionBuilder<Schema, Name>,
) => Expression<SqlBool>;

/** Where a page ended: the values of its order. */
export type Position = ReadonlyArray<string | number>;
/** Of rows in the order of their ids. */
export const positionById = ({ id }: { id: string }): Position => [id];

/** `next`: where the page after it begins; null: there is none. */
export interface Page<Row> {
	rows: Row[];
	next: Position | null;
}

/** Rows that a page may look at, where no index finds those that match. */
const BUDGET = 10_000;
/** Milliseconds after which it looks at no more, and rows that it looks at in any case. */
const LONG_ENOUGH = 20;
const LEAST = 250;

interface PlacedPage<Row> extends OrderedPage {
	positionOf: (row: Row) => Position;
}

/** One page. */
export async function pageWithNext<Schema, Name extends keyof Schema, Row extends object>(
	query: SelectQueryBuilder<Schema, Name, Row>,
	by: readonly OrderColumn[],
	{ positionOf, ...of }: PlacedPage<Row>,
): Promise<Page<Row>> {
	const read = (await page(query, by, { ...of, most: of.most + 1 }).execute()) as Row[];
	const rows = read.slice(0, of.most);
	const last = rows.at(-1);
	return { rows, next: read.length > of.most && last !== undefined ? positionOf(last) : null };
}

/**
 * The same with a filter that no index serves. It looks at rows piece by piece until the page is full or that took long enough; then
 * it gives what it has found, and the next page begins there.
 */
export async function pageWithin<Schema, Name extends keyof Schema, Row extends object>(
	queries: QueryExecutorProvider,
	query: SelectQueryBuilder<Schema, Name, Row>,
	by: readonly OrderColumn[],
	{
		after,
		most,
		descending = false,
		filter,
		positionOf,
		share = 1,
	}: PlacedPage<Row> & {
		filter: Filter<Schema, Name> | null;
		/** Of several pages that are looked for at once: the part of the rows that each may look at. */
		share?: number;
	},
): Promise<Page<Row>> {
	if (filter === null) return pageWithNext(query, by, { after, most, descending, positionOf });
	const began = performance.now();
	const found: Position[] = [];
	let farthest = after as Position | null;
	for (let [looked, size] = [0, most + 1]; size > 0 && found.length <= most; ) {
		const piece = await lookAt(queries, query, by, filter, { after: farthest, most: size, descending });
		found.push(...piece.found);
		farthest = piece.end;
		if (farthest === null) break;
		looked += size;
		size = nextPiece(looked, performance.now() - began, share);
	}
	const shown = found.slice(0, most);
	const rows = await readAt(query.where(filter), by, shown, positionOf);
	return { rows, next: found.length > most ? (shown.at(-1) ?? null) : farthest };
}

/** How many rows to look at next, as fast as until now; 0: it was long enough. Few at first: often most rows match. */
export function nextPiece(looked: number, took: number, share: number): number {
	const left = Math.ceil(BUDGET * share) - looked;
	const least = Math.ceil(LEAST * share) - looked;
	if (least > 0) return least;
	const inTime = Math.floor((looked / took) * (LONG_ENOUGH - took));
	return Math.max(0, Math.min(left, 4 * looked, inTime));
}

/** Where rows match among the next `most`, and where those end; null: there are no more. */
async function lookAt<Schema, Name extends keyof Schema, Row>(
	queries: QueryExecutorProvider,
	query: SelectQueryBuilder<Schema, Name, Row>,
	by: readonly OrderColumn[],
	filter: Filter<Schema, Name>,
	of: Required<OrderedPage>,
): Promise<{ found: Position[]; end: Position | null }> {
	const names = by.map((_, index) => sql.id(`at${index}`));
	const position = sql.join(names);
	const order = by.map((column) => sql`${reference(column)} ${sql.raw(of.descending ? "desc" : "")}`);
	const columns = by.map((column, index) => sql<string | number>`${reference(column)}`.as(`at${index}`));
	const nth = sql<number>`row_number() over (order by ${sql.join(order)})`.as("nth");
	const looked = page(matched(query, filter).select(columns).select(nth), by, of);
	const { rows } = await sql<Record<string, string | number>>`select ${position}, "nth", "matches"
		from (${looked}) as "looked" where "matches" = 1 or "nth" = ${of.most}`.execute(queries);
	const sorted = rows.sort((one, other) => Number(one.nth) - Number(other.nth));
	const all = sorted.map((row) => ({ row, position: by.map((_, index) => row[`at${index}`] ?? "") }));
	const last = all.at(-1);
	return {
		found: all.filter(({ row }) => row.matches === 1).map((each) => each.position),
		end: last !== undefined && Number(last.row.nth) === of.most ? last.position : null,
	};
}

/** Whether rows match: as a column, so that the filter leads no planner to another index than that of the order. */
function matched<Schema, Name extends keyof Schema, Row>(
	query: SelectQueryBuilder<Schema, Name, Row>,
	filter: Filter<Schema, Name>,
) {
	return query
		.clearSelect()
		.select((builder) => sql<0 | 1>`case when ${filter(builder)} then 1 else 0 end`.as("matches"));
}

/** The rows at these positions, in their order. One that has changed since is left out. */
async function readAt<Schema, Name extends keyof Schema, Row extends object>(
	query: SelectQueryBuilder<Schema, Name, Row>,
	by: readonly OrderColumn[],
	positions: readonly Position[],
	positionOf: (row: Row) => Position,
): Promise<Row[]> {
	const unique = by.at(-1);
	if (unique === undefined || positions.length === 0) return [];
	const keys = padded(positions.map((position) => String(position.at(-1))));
	const read = (await query
		.where(sql<boolean>`${reference(unique)} in (${sql.join(keys)})`)
		.execute()) as Row[];
	const byKey = new Map(read.map((row) => [positionOf(row).at(-1), row]));
	return positions.flatMap((position) => byKey.get(position.at(-1)) ?? []);
}

/** How many rows one page would find, counted up to `most`; and whether there may be more. */
export async function countWithin<Schema, Name extends keyof Schema, Row>(
	queries: QueryExecutorProvider,
	query: SelectQueryBuilder<Schema, Name, Row>,
	by: readonly OrderColumn[],
	{ filter, most }: { filter: Filter<Schema, Name> | null; most: number },
): Promise<{ count: number; atLeast: boolean }> {
	const of = { after: null, most: filter === null ? most + 1 : BUDGET, descending: false };
	const looked = page(matched(query, filter ?? (() => sql<boolean>`1 = 1`)), by, of);
	const { rows } = await sql<
		Record<"looked" | "count", number | string | null>
	>`select count(*) as "looked", sum("matches") as "count" from (${looked}) as "looked"`.execute(queries);
	const count = Number(rows[0]?.count);
	const isAll = Number(rows[0]?.looked) < of.most;
	return { count: Math.min(count, most), atLeast: count > most || !isAll };
}

/** A whole list, a page at a time, between which others have their turn. `read` gets where its page begins; null: at the start. */
export async function* everyPage<Row, Place = Position>(
	read: (after: Place | null) => Promise<{ rows: Row[]; next: Place | null }>,
): AsyncGenerator<Row[]> {
	const giveWay = createGiveWay();
	for (let after: Place | null = null; ; ) {
		const began = performance.now();
		const { rows, next }: { rows: Row[]; next: Place | null } = await read(after);
		const took = performance.now() - began;
		if (rows.length > 0) yield rows;
		if (next === null) return;
		after = next;
		await giveWay(took);
	}
}
