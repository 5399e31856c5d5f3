import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import type { RecentLogins } from "../user/user.ts";
import { countConfirmation } from "../user/user-login-store.ts";

const WINDOW = 60_000;

export type LoginRate = ReturnType<typeof createLoginRate>;

/**
 * How often one user may log in or confirm the password per minute (`most`). A right password is no guess, but it costs a
 * hash and several rows: without a bound, one account could take what other accounts need. The count is in the row of the user,
 * which every login updates anyway, so it is exact over all instances.
 */
export function createLoginRate({ clock, most }: { clock: Clock; most: number }) {
	const restOf = ({ startedAt }: RecentLogins): number =>
		startedAt === null ? 0 : startedAt + WINDOW - clock();

	/** Whether the next one would be refused; before the password is looked at. */
	function isFull(recent: RecentLogins): boolean {
		const rest = restOf(recent);
		// A window that is over, or that a wrong clock has opened in the future, does not count (as in confirmLogin).
		return rest > 0 && rest <= 2 * WINDOW && recent.count >= most;
	}

	function throwRateLimited(recent: RecentLogins): never {
		const retryAfter = Math.max(1, Math.ceil(restOf(recent) / 1000));
		throw new LoginError("rate_limited", { retryAfter });
	}

	/** Whether one that is counted already is too many. */
	const isOverLimit = ({ count }: RecentLogins): boolean => count > most;

	return {
		/** Milliseconds. */
		window: WINDOW,
		isFull,
		isOverLimit,
		throwRateLimited,
		/** Throws rate_limited if the user may not confirm the password now; before it is looked at. */
		refuseWhenFull({ recentLogins }: { recentLogins: RecentLogins }): void {
			if (isFull(recentLogins)) throwRateLimited(recentLogins);
		},
		/** Counts what costs so many hashes within a session, as a confirmed password does. Throws rate_limited. */
		async countConfirmation(queries: Queryable, userId: string, hashes = 1): Promise<void> {
			const at = { now: clock(), window: WINDOW };
			const recent = await countConfirmation(queries, { id: userId, hashes, ...at });
			if (recent !== null && isOverLimit(recent)) throwRateLimited(recent);
		},
	};
}
