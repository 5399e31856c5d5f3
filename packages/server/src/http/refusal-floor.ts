import { setTimeout } from "node:timers/promises";
import { LoginError } from "../errors.ts";

/** `signal`: nobody waits for the answer any more. */
export type RefusalFloor = <Answer>(signal: AbortSignal, work: () => Promise<Answer>) => Promise<Answer>;

/**
 * Answers that a password is wrong no sooner than this after the work on it began, so that what little the work differs
 * by (a row more, a cheaper hash) does not show in time (ASVS 6.3.8). Counted from when the body is complete: counted
 * from its first byte, whoever sends slowly would use it up. Milliseconds.
 */
export function createRefusalFloor(floor: number): RefusalFloor {
	return async (signal, work) => {
		const began = performance.now();
		try {
			return await work();
		} catch (error) {
			if (error instanceof LoginError && error.code === "invalid_credentials") {
				const rest = Math.max(0, floor - (performance.now() - began));
				await setTimeout(rest, undefined, { signal }).catch(() => {});
			}
			throw error;
		}
	};
}
