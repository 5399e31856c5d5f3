import { LoginError } from "../../platform/errors.ts";
import { createWaitingLine, type WaitingLine } from "./waiting-line.ts";

/** A place among the attempts of one user that are looked at. */
export interface Turn {
	/** Whether others had to end first. */
	waited: boolean;
	end(): void;
}

const MOST_AT_ONCE = 10;

/**
 * How many attempts of one user's known clients this process looks at simultaneously. Each device has a counter of its own,
 * and a user can make any number of devices. Further attempts wait for their turn here, where they keep no other user from
 * the hashing queue; when too many wait, or one waits longer than `longestWait` (milliseconds), they are refused.
 */
export function createUserTurns(longestWait: number) {
	const byUser = new Map<string, { underWay: number; line: WaitingLine }>();

	return async function takeTurn(userId: string, signal: AbortSignal): Promise<Turn> {
		const turns = byUser.get(userId) ?? { underWay: 0, line: createWaitingLine() };
		byUser.set(userId, turns);
		const waited = turns.underWay >= MOST_AT_ONCE;
		if (!waited) turns.underWay += 1;
		else if (!(await turns.line.wait(signal, longestWait)))
			throw new LoginError("rate_limited", { retryAfter: 1 });
		return {
			waited,
			end() {
				// Hands the turn over, so that no newcomer takes it first.
				if (turns.line.wake()) return;
				turns.underWay -= 1;
				if (turns.underWay === 0) byUser.delete(userId);
			},
		};
	};
}
