import { type Expression, type SqlBool, sql } from "kysely";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Row } from "./column.ts";
import type { Part } from "./given-table.ts";
import type { ReadTable } from "./personal-data.ts";

/** The next rows of a user, after the one that was last; null: from the first. What is withheld is not even read. */
export async function readRowsOf(
	queries: Queryable,
	{ table, userColumn, given }: ReadTable,
	{ order, only }: Part,
	{ userId, after, most }: { userId: string; after: Row | null; most: number },
): Promise<Row[]> {
	const names = [...new Set([...order, ...given.map(({ column }) => column)])].map((name) => sql.ref(name));
	const conditions: Expression<SqlBool>[] = [sql`${sql.ref(userColumn)} = ${userId}`];
	if (only !== undefined) conditions.push(sql`${sql.ref(only[0])} ${sql.raw(only[1])}`);
	if (after !== null) {
		const [places, values] = [order.map((name) => sql.ref(name)), order.map((name) => sql`${after[name]}`)];
		// Row values: both databases look the place up in an index of these columns.
		conditions.push(sql`(${sql.join(places)}) > (${sql.join(values)})`);
	}
	const { rows } = await sql<Row>`
		select ${sql.join(names)} from ${sql.table(table)}
		where ${sql.join(conditions, sql` and `)}
		order by ${sql.join(order.map((name) => sql.ref(name)))}
		limit ${most}`.execute(queries);
	return rows;
}
