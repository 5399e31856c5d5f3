import type { AttemptTable, Queryable } from "../database/tables.ts";
import type { AttemptCounter } from "./attempt-rule.ts";

export interface StoredCounter {
	key: string;
	counter: AttemptCounter;
	/** From then on the row means nothing. */
	expiresAt: number;
}

export type CountersByKey = Map<string, AttemptCounter>;

/**
 * Reads counters under their row locks, making them first if need be; nobody else counts there until the transaction
 * ends. They are locked in the order given, which must be the same everywhere: else transactions wait in a circle.
 */
export async function lockCounters(
	queries: Queryable,
	keys: readonly string[],
	expiresAt: number,
): Promise<CountersByKey> {
	const blank = {
		window_started_at: 0,
		failures: 0,
		consecutive: 0,
		blocked_until: 0,
		expires_at: expiresAt,
	};
	const rows = await queries
		.insertInto("attempts")
		.values(keys.map((key) => ({ key, ...blank })))
		// Nothing changes, but the row is locked. A counter that is closed for long must not be forgotten because somebody knocks.
		.onConflict((conflict) =>
			conflict.column("key").doUpdateSet(({ ref }) => ({ expires_at: ref("attempts.expires_at") })),
		)
		.returningAll()
		.execute();
	return byKey(rows);
}

/** Writes counters that are locked. */
export async function writeCounters(queries: Queryable, counters: readonly StoredCounter[]): Promise<void> {
	await queries
		.insertInto("attempts")
		.values(counters.map(toRow))
		.onConflict((conflict) =>
			conflict.column("key").doUpdateSet(({ ref }) => ({
				window_started_at: ref("excluded.window_started_at"),
				failures: ref("excluded.failures"),
				consecutive: ref("excluded.consecutive"),
				blocked_until: ref("excluded.blocked_until"),
				expires_at: ref("excluded.expires_at"),
			})),
		)
		.execute();
}

/** Those that exist, as they are now; locks nothing. */
export async function findCounters(queries: Queryable, keys: readonly string[]): Promise<CountersByKey> {
	return byKey(await queries.selectFrom("attempts").selectAll().where("key", "in", keys).execute());
}

export async function removeCounter(queries: Queryable, key: string): Promise<void> {
	await queries.deleteFrom("attempts").where("key", "=", key).execute();
}

export async function removeCountersExpiredBefore(queries: Queryable, time: number): Promise<void> {
	await queries.deleteFrom("attempts").where("expires_at", "<", time).execute();
}

function byKey(rows: readonly AttemptTable[]): CountersByKey {
	return new Map(
		rows.map((row) => [
			row.key,
			{
				windowStartedAt: row.window_started_at,
				failures: row.failures,
				consecutive: row.consecutive,
				blockedUntil: row.blocked_until,
			},
		]),
	);
}

function toRow({ key, counter, expiresAt }: StoredCounter): AttemptTable {
	return {
		key,
		window_started_at: counter.windowStartedAt,
		failures: counter.failures,
		consecutive: counter.consecutive,
		blocked_until: counter.blockedUntil,
		expires_at: expiresAt,
	};
}
