import type { Selection } from "kysely";
import { compileNamed } from "../../platform/database/compile-once.ts";
import type { Queryable, Tables } from "../../platform/database/tables.ts";
import { CLOCKS_APART } from "../../platform/lib/clock.ts";

type Row = Selection<Tables, "attempts", "failures" | "expires_at">;

interface Counting {
	key: string;
	now: number;
	/** When a window that begins now ends, and the latest end of one that is open. */
	end: number;
	latest: number;
}

const countOnce = compileNamed<Row, Counting>((queries, { key, now, end, latest }) =>
	queries
		.insertInto("attempts")
		.values(({ val }) => ({
			key,
			window_started_at: now,
			failures: val(1),
			consecutive: val(0),
			blocked_until: val(0),
			expires_at: end,
		}))
		.onConflict((conflict) =>
			conflict.column("key").doUpdateSet(({ eb, ref, val }) => {
				const isOpen = eb.and([
					eb("attempts.expires_at", ">", now),
					// One that ends later than it can was opened by a wrong clock.
					eb("attempts.expires_at", "<=", latest),
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
					expires_at: unless("expires_at", end),
				};
			}),
		)
		.returning(["failures", "expires_at"]),
);

/**
 * Counts once more what the key names, exactly across instances; resolves with how often in the window, and for how many milliseconds
 * it lasts. Its row is one of the counters of guesses.
 */
export async function countInWindow(
	queries: Queryable,
	{ key, now, window }: { key: string; now: number; window: number },
): Promise<{ times: number; rest: number }> {
	const end = now + window;
	const [row] = await countOnce(queries, { key, now, end, latest: end + CLOCKS_APART });
	return { times: Number(row?.failures), rest: Number(row?.expires_at) - now };
}
