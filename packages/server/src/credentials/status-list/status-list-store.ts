import { sql } from "kysely";
import { compileNamed } from "../../platform/database/compile-once.ts";
import { inBatches } from "../../platform/database/in-batches.ts";
import { removeRows } from "../../platform/database/remove-rows.ts";
import type { Queryable } from "../../platform/database/tables.ts";

/** Rows per statement, which takes a limited number of variables; a user may have thousands of sessions. */
const REVOCATIONS_AT_ONCE = 1000;

const selectOpen = compileNamed<{ id: string }, { createdAfter: number }>((queries, { createdAfter }) =>
	queries
		.selectFrom("status_lists")
		.select("id")
		.where("closed_at", "is", null)
		.where("created_at", ">", createdAfter)
		.orderBy("created_at", "desc")
		.orderBy("id"),
);

/** The list that takes new sessions; the newest, if several instances made one at the same time. */
export async function findOpenStatusList(queries: Queryable, createdAfter: number): Promise<string | null> {
	const [row] = await selectOpen(queries, { createdAfter });
	return row?.id ?? null;
}

export async function insertStatusList(queries: Queryable, id: string, now: number): Promise<void> {
	await queries.insertInto("status_lists").values({ id, created_at: now, closed_at: null }).execute();
}

export async function closeStatusList(queries: Queryable, id: string, now: number): Promise<void> {
	await queries.updateTable("status_lists").set({ closed_at: now }).where("id", "=", id).execute();
}

export async function listStatusLists(queries: Queryable): Promise<string[]> {
	const rows = await queries.selectFrom("status_lists").select("id").orderBy("id").execute();
	return rows.map((row) => row.id);
}

/** The revoked entries of a list, in order. */
export async function listRevocations(queries: Queryable, list: string): Promise<number[]> {
	const rows = await queries
		.selectFrom("status_revocations")
		.select("status_index")
		.where("status_list", "=", list)
		.orderBy("status_index")
		.execute();
	return rows.map((row) => row.status_index);
}

/**
 * Changes when the revoked entries change; far cheaper than reading them all. The sum is of squares: where two are added as two
 * others go, that of the indexes stays the same once in a million times. It is text, because it exceeds what a number holds.
 */
export async function revocationsMark(queries: Queryable, list: string): Promise<string> {
	const squares = sql<string | null>`cast(sum("status_index" * "status_index") as text)`;
	const { count, sum } = await queries
		.selectFrom("status_revocations")
		.select(({ fn }) => [fn.countAll<number>().as("count"), squares.as("sum")])
		.where("status_list", "=", list)
		.executeTakeFirstOrThrow();
	return `${count} ${sum}`;
}

/** `expiresAt`: when the last token that names the entry has expired. */
export async function insertRevocations(
	queries: Queryable,
	entries: ReadonlyArray<{ list: string; index: number; expiresAt: number }>,
): Promise<void> {
	for (const some of inBatches(entries, REVOCATIONS_AT_ONCE)) {
		await queries
			.insertInto("status_revocations")
			.values(
				some.map(({ list, index, expiresAt }) => {
					return { status_list: list, status_index: index, expires_at: expiresAt };
				}),
			)
			.onConflict((conflict) => conflict.doNothing())
			.execute();
	}
}

export async function removeRevocationsExpiredBefore(queries: Queryable, time: number): Promise<void> {
	const which = queries.selectFrom("status_revocations").where("expires_at", "<", time);
	await removeRows(queries, "status_revocations", ["status_list", "status_index"], which);
}
