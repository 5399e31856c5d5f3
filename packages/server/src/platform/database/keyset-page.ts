import { type SelectQueryBuilder, sql } from "kysely";

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
	by: readonly string[],
	{ after, most, descending = false }: PageOf,
): SelectQueryBuilder<Schema, Name, Row> {
	let paged = query.limit(most);
	for (const column of by)
		paged = descending ? paged.orderBy(sql.ref(column), "desc") : paged.orderBy(sql.ref(column));
	if (after === null) return paged;
	const columns = sql.join(by.map((column) => sql.ref(column)));
	const beyond = sql.raw(descending ? "<" : ">");
	return paged.where(sql<boolean>`(${columns}) ${beyond} (${sql.join(after)})`);
}

/** All rows, a page at a time. `read` gets the last row of the page before. */
export async function* everyPage<Row>(
	most: number,
	read: (last: Row | null) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
	let rows: Row[] = [];
	do {
		rows = await read(rows.at(-1) ?? null);
		if (rows.length > 0) yield rows;
	} while (rows.length === most);
}
