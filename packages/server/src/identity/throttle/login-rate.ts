import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { countConfirmation } from "../user/user-login-store.ts";
import type { RecentLogins } from "../user/user-store.ts";

/**
 * How often one user may log in or confirm the password per minute. A right password is no guess, but it costs a hash and
 * several rows: without a bound, one account could take what the others need. The count is in the row of the user, which
 * every login updates anyway, so it is exact over all instances.
 */
export interface LoginRate {
	/** Milliseconds. */
	window: number;
	/** Whether the next one would be refused; before the password is looked at. */
	isFull(recent: RecentLogins): boolean;
	/** Whether one that is counted already is too many. */
	isSurplus(recent: RecentLogins): boolean;
	/** Throws rate_limited. */
	refuse(recent: RecentLogins): never;
	/** Throws rate_limited if the user may not confirm the password now; before it is looked at. */
	refuseWhenFull(user: { recentLogins: RecentLogins }): void;
	/** Counts a password that was confirmed within a session. Throws rate_limited. */
	countConfirmation(queries: Queryable, userId: string): Promise<void>;
}

const WINDOW = 60_000;

export function createLoginRate(dependencies: {
	clock: Clock;
	/** Per user and window. */
	most: number;
}): LoginRate {
	const { clock, most } = dependencies;

	const restOf = ({ startedAt }: RecentLogins): number =>
		startedAt === null ? 0 : startedAt + WINDOW - clock();

	function isFull(recent: RecentLogins): boolean {
		const rest = restOf(recent);
		// A window that is over, or that a wrong clock has opened in the future, does not count (as in confirmLogin).
		return rest > 0 && rest <= 2 * WINDOW && recent.count >= most;
	}

	function refuse(recent: RecentLogins): never {
		const retryAfter = Math.max(1, Math.ceil(restOf(recent) / 1000));
		throw new LoginError("rate_limited", { retryAfter });
	}

	const isSurplus = ({ count }: RecentLogins): boolean => count > most;

	return {
		window: WINDOW,
		isFull,
		isSurplus,
		refuse,
		refuseWhenFull({ recentLogins }) {
			if (isFull(recentLogins)) refuse(recentLogins);
		},
		async countConfirmation(queries, userId) {
			const recent = await countConfirmation(queries, { id: userId, now: clock(), window: WINDOW });
			if (recent !== null && isSurplus(recent)) refuse(recent);
		},
	};
}
