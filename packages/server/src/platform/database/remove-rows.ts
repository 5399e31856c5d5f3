import { type SelectQueryBuilder, sql } from "kysely";
import { inPiecesOfRound } from "./in-pieces.ts";
import type { Queryable, Tables } from "./tables.ts";

/**
 * Removes rows that are kept no longer. `which`: those, of which `key` names each. There may be a million after an outage, or when all
 * sessions were ended: one statement would hold up an SQLite deployment for twelve seconds, and begin anew where a supervisor ended it.
 */
export function removeRows<Table extends keyof Tables & string>(
	queries: Queryable,
	table: Table,
	key: ReadonlyArray<keyof Tables[Table] & string>,
	which: SelectQueryBuilder<Tables, Table, object>,
): Promise<void> {
	const names = sql.join(key.map((name) => sql.ref(name)));
	return inPiecesOfRound(async (size) => {
		const some = which.select(key as never).limit(size);
		const { numDeletedRows } = await queries
			.deleteFrom(table as "audit_events")
			.where(sql<boolean>`(${names}) in ${some}`)
			.executeTakeFirstOrThrow();
		return Number(numDeletedRows) === size;
	});
}
