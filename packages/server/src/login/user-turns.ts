import { LoginError } from "../errors.ts";
import { createPendingAttempts } from "./pending-attempts.ts";

/** A place among the attempts of one user that are looked at. */
export interface Turn {
	/** Whether others had to end first. */
	waited: boolean;
	end(): void;
}

type TakeTurn = (userId: string, signal: AbortSignal) => Promise<Turn>;

const MOST_AT_ONCE = 10;

/**
 * How many attempts of one user's known clients this process looks at simultaneously. Each device has a counter of its own,
 * and a user can make any number of devices. Further attempts wait for their turn here, where they keep no other user from
 * the hashing queue; when too many wait, they are refused.
 */
export function createUserTurns(): TakeTurn {
	const pending = createPendingAttempts();
	return async function takeTurn(userId, signal) {
		let waited = false;
		while (pending.count(userId) >= MOST_AT_ONCE) {
			const decision = pending.next(userId);
			if (decision === null) throw new LoginError("rate_limited", { retryAfter: 1 });
			await decision;
			signal.throwIfAborted();
			waited = true;
		}
		return { waited, end: pending.begin([userId]) };
	};
}
