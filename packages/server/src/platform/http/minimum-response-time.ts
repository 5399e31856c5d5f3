import { setTimeout } from "node:timers/promises";
import { LoginError } from "../errors.ts";
import type { Requester } from "./requester.ts";

/**
 * Delays the response to a wrong password until `answerAfter` milliseconds after a thread began to check it, so that the time
 * does not reveal what was done (one more row, a cheaper or more expensive hash; ASVS 6.3.8). Not counted from the first
 * byte or from the body: a slow client, or the queue, would use the time up.
 */
export function createMinimumResponseTime(
	answerAfter: (took: number) => number,
	{ clock = () => performance.now(), wait = waitFor } = {},
) {
	return async <Result>(
		request: Pick<Requester, "signal" | "hashingBegan">,
		work: () => Promise<Result>,
	): Promise<Result> => {
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
