/** Variables in one statement: SQLite takes 32,766, PostgreSQL 65,535. */
export const MOST_VARIABLES = 32_000;

/** Splits a list, in order. */
export function* inBatches<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
	for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
