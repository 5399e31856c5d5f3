import type { Queryable } from "../../platform/database/tables.ts";

/** Something that is counted from its first time on, for as long as the window is. */
export interface Counted {
	/** Names what is counted, by HMAC. */
	key: string;
	now: number;
	/** Milliseconds. */
	window: number;
}

/**
 * Counts once more, exactly across instances; resolves with how often in the window, and for how many milliseconds it lasts. Its row is one of the
 * counters of guesses.
 */
export async function countInWindow(
	queries: Queryable,
	{ key, now, window }: Counted,
): Promise<{ times: number; rest: number }> {
	const row = await queries
		.insertInto("attempts")
		.values({
			key,
			window_started_at: now,
			failures: 1,
			consecutive: 0,
			blocked_until: 0,
			expires_at: now + window,
		})
		.onConflict((conflict) =>
			conflict.column("key").doUpdateSet(({ eb, ref, val }) => {
				const isOpen = eb.and([
					eb("attempts.expires_at", ">", now),
					// One that ends later than it can was opened by a wrong clock.
					eb("attempts.expires_at", "<=", now + window),
				]);
				const unless = (column: "window_started_at" | "expires_at", anew: number) =>
					eb
						.case()
						.when(isOpen)
						.then(ref(`attempts.${column}`))
						.else(val(anew))
						.end();
				return {
					failures: eb
						.case()
						.when(isOpen)
						.then(eb("attempts.failures", "+", val(1)))
						.else(val(1))
						.end(),
					window_started_at: unless("window_started_at", now),
					expires_at: unless("expires_at", now + window),
				};
			}),
		)
		.returning(["failures", "expires_at"])
		.executeTakeFirstOrThrow();
	return { times: Number(row.failures), rest: Number(row.expires_at) - now };
}

/** Whether it is the first time in the window; of further times nothing is written. */
export async function isFirstInWindow(queries: Queryable, { key, now, window }: Counted): Promise<boolean> {
	const fresh = { window_started_at: now, expires_at: now + window };
	const written = await queries
		.insertInto("attempts")
		.values({ key, ...fresh, failures: 1, consecutive: 0, blocked_until: 0 })
		.onConflict((conflict) =>
			conflict
				.column("key")
				.doUpdateSet(fresh)
				.where((eb) =>
					eb.or([eb("attempts.expires_at", "<=", now), eb("attempts.expires_at", ">", now + window)]),
				),
		)
		.returning("key")
		.executeTakeFirst();
	return written !== undefined;
}
