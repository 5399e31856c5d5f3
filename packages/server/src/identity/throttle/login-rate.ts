import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import type { LoginWindow } from "../user/user.ts";
import { countConfirmation } from "../user/user-login-store.ts";

const WINDOW = 60_000;

export type LoginRate = ReturnType<typeof createLoginRate>;

/**
 * How often one user may log in or confirm the password per minute (`most`). A right password is no guess, but it costs a
 * hash and several rows: without a bound, one account could take what other accounts need. The count is in the row of the user,
 * which every login updates anyway, so it is exact over all instances.
 */
export function createLoginRate({ clock, most }: { clock: Clock; most: number }) {
	const restOf = ({ startedAt }: LoginWindow): number =>
		startedAt === null ? 0 : startedAt + WINDOW - clock();

	/** Whether the next one would be refused; before the password is looked at. */
	function isFull(loginWindow: LoginWindow): boolean {
		const rest = restOf(loginWindow);
		// A window that is over, or that a wrong clock has opened in the future, does not count (as in confirmLogin).
		return rest > 0 && rest <= 2 * WINDOW && loginWindow.count >= most;
	}

	function throwRateLimited(loginWindow: LoginWindow): never {
		const retryAfter = Math.max(1, Math.ceil(restOf(loginWindow) / 1000));
		throw new LoginError("rate_limited", { retryAfter });
	}

	/** Whether the last one, which is counted already, was too many. */
	const isOverLimit = ({ count }: LoginWindow): boolean => count > most;

	return {
		/** Milliseconds. */
		window: WINDOW,
		isFull,
		isOverLimit,
		throwRateLimited,
		/** Throws rate_limited if the user may not confirm the password now; before it is looked at. */
		refuseWhenFull({ loginWindow }: { loginWindow: LoginWindow }): void {
			if (isFull(loginWindow)) throwRateLimited(loginWindow);
		},
		/** Counts what costs so many hashes within a session, as a confirmed password does. Throws rate_limited. */
		async countConfirmation(queries: Queryable, userId: string, hashes = 1): Promise<void> {
			const at = { now: clock(), window: WINDOW };
			const loginWindow = await countConfirmation(queries, { id: userId, hashes, ...at });
			if (loginWindow !== null && isOverLimit(loginWindow)) throwRateLimited(loginWindow);
		},
	};
}
