import { LoginError } from "../errors.ts";
import type { Clock } from "../lib/clock.ts";
import type { RecentLogins } from "../user/user-store.ts";

/**
 * How often one user may log in per minute. A right password is no guess, but it costs a hash, a session and several rows:
 * without a bound, one account could take what the others need. The logins are counted in the row of the user, which every
 * login updates anyway, so the count is exact over all instances.
 */
export interface LoginRate {
	/** Milliseconds. */
	window: number;
	/** Throws rate_limited if the user may not log in now; before the password is looked at. */
	refuseNext(recent: RecentLogins): void;
	/** Throws rate_limited if a login that is counted already is one too many. */
	refuseSurplus(recent: RecentLogins): void;
}

const WINDOW = 60_000;

export function createLoginRate(dependencies: {
	clock: Clock;
	/** Logins per user and window. */
	most: number;
}): LoginRate {
	const { clock, most } = dependencies;

	function refuseAbove(count: number, { startedAt }: RecentLogins): void {
		const rest = startedAt === null ? 0 : startedAt + WINDOW - clock();
		// A window that is over, or that a wrong clock has opened in the future, does not count (as in confirmLogin).
		if (count <= most || rest <= 0 || rest > 2 * WINDOW) return;
		throw new LoginError("rate_limited", { retryAfter: Math.ceil(rest / 1000) });
	}

	return {
		window: WINDOW,
		refuseNext: (recent) => refuseAbove(recent.count + 1, recent),
		refuseSurplus: (recent) => refuseAbove(recent.count, recent),
	};
}
