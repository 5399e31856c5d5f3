import type { Queryable } from "../database/tables.ts";
import type { HourlyCountTable } from "../database/tables-of-administration.ts";

/** Adds to what other instances have counted. */
export async function addHourlyCounts(
	queries: Queryable,
	counts: readonly HourlyCountTable[],
): Promise<void> {
	await queries
		.insertInto("hourly_counts")
		// Always in one order, so that two instances wait for each other and never block each other.
		.values(counts.toSorted((one, other) => one.hour - other.hour || (one.name < other.name ? -1 : 1)))
		.onConflict((conflict) =>
			conflict.columns(["hour", "name"]).doUpdateSet(({ eb, ref }) => ({
				count: eb(ref("hourly_counts.count"), "+", ref("excluded.count")),
			})),
		)
		.execute();
}

export function listHourlyCountsSince(queries: Queryable, hour: number): Promise<HourlyCountTable[]> {
	return queries
		.selectFrom("hourly_counts")
		.select(["hour", "name", "count"])
		.where("hour", ">=", hour)
		.orderBy("hour")
		.orderBy("name")
		.execute();
}

export async function removeHourlyCountsBefore(queries: Queryable, hour: number): Promise<void> {
	await queries.deleteFrom("hourly_counts").where("hour", "<", hour).execute();
}
