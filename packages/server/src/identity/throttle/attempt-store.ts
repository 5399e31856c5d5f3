import { compileOnce, rowsOf } from "../../platform/database/compile-once.ts";
import type { AttemptTable, Queryable } from "../../platform/database/tables.ts";
import type { AttemptCounter } from "./attempt-rule.ts";

export interface StoredCounter {
	key: string;
	counter: AttemptCounter;
	/** From then on the row means nothing. */
	expiresAt: number;
}

export type CountersByKey = Map<string, AttemptCounter>;

/** Listed, never `*`: so PostgreSQL can keep the statements prepared (database/prepared-statement-names.ts). */
const columns = [
	"key",
	"window_started_at",
	"failures",
	"consecutive",
	"blocked_until",
	"expires_at",
] as const satisfies Array<keyof AttemptTable>;

function insert(queries: Queryable, values: readonly unknown[]) {
	return queries.insertInto("attempts").values(rowsOf(columns, values) as unknown as AttemptTable[]);
}

const insertOrLock = compileOnce<AttemptTable>((queries, values) =>
	insert(queries, values)
		// Nothing changes, but the row is locked. A counter that is closed for long must not be deleted because of another attempt.
		.onConflict((conflict) =>
			conflict.column("key").doUpdateSet(({ ref }) => ({ expires_at: ref("attempts.expires_at") })),
		)
		.returning(columns),
);

const upsert = compileOnce((queries, values) =>
	insert(queries, values).onConflict((conflict) =>
		conflict.column("key").doUpdateSet(({ ref }) => ({
			window_started_at: ref("excluded.window_started_at"),
			failures: ref("excluded.failures"),
			consecutive: ref("excluded.consecutive"),
			blocked_until: ref("excluded.blocked_until"),
			expires_at: ref("excluded.expires_at"),
		})),
	),
);

const select = compileOnce<AttemptTable>((queries, keys) =>
	queries
		.selectFrom("attempts")
		.select(columns)
		.where("key", "in", keys as string[]),
);

/**
 * Reads counters under their row locks, making them first if need be; no other transaction counts there until this one
 * ends. They are locked in the order given, which must be the same everywhere: otherwise transactions wait in a circle.
 */
export async function lockCounters(
	queries: Queryable,
	keys: readonly string[],
	expiresAt: number,
): Promise<CountersByKey> {
	const blank = keys.flatMap((key) => [key, 0, 0, 0, 0, expiresAt]);
	return byKey(await insertOrLock(queries, blank));
}

/** Writes counters that are locked. */
export async function writeCounters(queries: Queryable, counters: readonly StoredCounter[]): Promise<void> {
	const values = counters.flatMap(({ key, counter, expiresAt }) => {
		const { windowStartedAt, failures, consecutive, blockedUntil } = counter;
		return [key, windowStartedAt, failures, consecutive, blockedUntil, expiresAt];
	});
	await upsert(queries, values);
}

/** Those that exist, as they are now; locks nothing. */
export async function findCounters(queries: Queryable, keys: readonly string[]): Promise<CountersByKey> {
	return byKey(await select(queries, keys));
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
