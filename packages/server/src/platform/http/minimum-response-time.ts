import { setTimeout } from "node:timers/promises";
import { LoginError } from "../errors.ts";

/** A request that takes a password. */
interface PasswordRequest {
	/** Aborts when the client has gone. */
	signal: AbortSignal;
	/** When a thread began to check the password (performance.now); null: none has. */
	hashingBegan: number | null;
}

export type MinimumResponseTime = <Answer>(
	request: PasswordRequest,
	work: () => Promise<Answer>,
) => Promise<Answer>;

/**
 * Answers that a password is wrong so many milliseconds after a thread began with it as `answerAfter` says of the work that
 * was done, so that the time tells nothing of it (a row more, a cheaper or more expensive hash; ASVS 6.3.8). Counted from
 * there: counted from the first byte, a slow client would use it up, and counted from the body, the queue would.
 */
export function createMinimumResponseTime(
	answerAfter: (took: number) => number,
	{ clock = () => performance.now(), wait = waitFor } = {},
): MinimumResponseTime {
	return async (request, work) => {
		const arrived = clock();
		try {
			return await work();
		} catch (error) {
			if (error instanceof LoginError && error.code === "invalid_credentials") {
				const took = clock() - (request.hashingBegan ?? arrived);
				await wait(Math.max(0, answerAfter(took) - took), request.signal);
			}
			throw error;
		}
	};
}

async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
	await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}
