import type { AttemptTable, Queryable } from "../database/tables.ts";
import type { AttemptCounter } from "./attempt-rule.ts";

/** Reads a counter under its row lock, making it first if need be; nobody else counts until the transaction ends. */
export async function lockCounter(
	queries: Queryable,
	key: string,
	expiresAt: number,
): Promise<AttemptCounter> {
	const row = await queries
		.insertInto("attempts")
		.values({
			key,
			window_started_at: 0,
			failures: 0,
			consecutive: 0,
			blocked_until: 0,
			expires_at: expiresAt,
		})
		// Nothing changes, but the row is locked. A counter that is closed for long must not be forgotten because somebody knocks.
		.onConflict((conflict) =>
			conflict.column("key").doUpdateSet(({ ref }) => ({ expires_at: ref("attempts.expires_at") })),
		)
		.returningAll()
		.executeTakeFirstOrThrow();
	return fromRow(row);
}

export async function writeCounter(
	queries: Queryable,
	key: string,
	counter: AttemptCounter,
	expiresAt: number,
): Promise<void> {
	await queries
		.updateTable("attempts")
		.set({
			window_started_at: counter.windowStartedAt,
			failures: counter.failures,
			consecutive: counter.consecutive,
			blocked_until: counter.blockedUntil,
			expires_at: expiresAt,
		})
		.where("key", "=", key)
		.execute();
}

export async function findCounter(queries: Queryable, key: string): Promise<AttemptCounter | null> {
	const row = await queries.selectFrom("attempts").selectAll().where("key", "=", key).executeTakeFirst();
	return row === undefined ? null : fromRow(row);
}

export async function removeCounter(queries: Queryable, key: string): Promise<void> {
	await queries.deleteFrom("attempts").where("key", "=", key).execute();
}

export async function removeCountersExpiredBefore(queries: Queryable, time: number): Promise<void> {
	await queries.deleteFrom("attempts").where("expires_at", "<", time).execute();
}

function fromRow(row: AttemptTable): AttemptCounter {
	return {
		windowStartedAt: row.window_started_at,
		failures: row.failures,
		consecutive: row.consecutive,
		blockedUntil: row.blocked_until,
	};
}
