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

	const restOf = ({ startedAt }: RecentLogins): number =>
		startedAt === null ? 0 : startedAt + WINDOW - clock();

	function refuse(recent: RecentLogins): never {
		const retryAfter = Math.max(1, Math.ceil(restOf(recent) / 1000));
		throw new LoginError("rate_limited", { retryAfter });
	}

	return {
		window: WINDOW,
		refuseNext(recent) {
			const rest = restOf(recent);
			// A window that is over, or that a wrong clock has opened in the future, does not count (as in confirmLogin).
			if (rest > 0 && rest <= 2 * WINDOW && recent.count >= most) refuse(recent);
		},
		refuseSurplus(recent) {
			if (recent.count > most) refuse(recent);
		},
	};
}
