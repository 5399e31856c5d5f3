import { compileOnce, rowsOf } from "../../platform/database/compile-once.ts";
import { removeRows } from "../../platform/database/remove-rows.ts";
import type { AttemptTable, Queryable } from "../../platform/database/tables.ts";
import type { Counted, CountedNow } from "./attempt-counters.ts";
import { type AttemptCounter, blankCounter, currentCounter, meaningfulUntil } from "./attempt-rule.ts";

/** Listed, never `*`: so PostgreSQL can keep the statements prepared (database/compile-once.ts). */
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
 * ends. They are locked in the order given, which must be the same everywhere: otherwise transactions deadlock.
 */
export async function lockCounters(
	queries: Queryable,
	counted: readonly Counted[],
	now: number,
): Promise<CountedNow[]> {
	const blank = counted.flatMap(({ key, limits }) => [key, 0, 0, 0, 0, now + limits.window]);
	return asTheyAre(counted, await insertOrLock(queries, blank), now);
}

/** Writes counters that are locked. */
export async function writeCounters(
	queries: Queryable,
	counted: readonly CountedNow[],
	now: number,
): Promise<void> {
	const values = counted.flatMap(({ key, counter, limits }) => {
		const { windowStartedAt, failures, consecutive, blockedUntil } = counter;
		const expiresAt = meaningfulUntil(counter, now, limits);
		return [key, windowStartedAt, failures, consecutive, blockedUntil, expiresAt];
	});
	await upsert(queries, values);
}

/** Reads counters without locks. */
export async function findCounters(
	queries: Queryable,
	counted: readonly Counted[],
	now: number,
): Promise<CountedNow[]> {
	const keys = counted.map(({ key }) => key);
	return asTheyAre(counted, await select(queries, keys), now);
}

export async function removeCounters(queries: Queryable, counted: readonly Counted[]): Promise<void> {
	const keys = counted.map(({ key }) => key);
	await queries.deleteFrom("attempts").where("key", "in", keys).execute();
}

export async function removeCountersExpiredBefore(queries: Queryable, time: number): Promise<void> {
	const which = queries.selectFrom("attempts").where("expires_at", "<", time);
	await removeRows(queries, "attempts", ["key"], which);
}

function asTheyAre(counted: readonly Counted[], rows: AttemptTable[], now: number): CountedNow[] {
	const found = new Map(rows.map((row) => [row.key, row]));
	return counted.map((each) => {
		const row = found.get(each.key);
		const counter = row === undefined ? blankCounter : toCounter(row);
		return { ...each, counter: currentCounter(counter, now, each.limits) };
	});
}

function toCounter(row: AttemptTable): AttemptCounter {
	return {
		windowStartedAt: row.window_started_at,
		failures: row.failures,
		consecutive: row.consecutive,
		blockedUntil: row.blocked_until,
	};
}
