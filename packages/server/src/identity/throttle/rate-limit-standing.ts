import type { CountedNow } from "./attempt-counters.ts";
import { waitOf, windowEnd } from "./attempt-rule.ts";
import type { RateLimitStanding } from "./requester.ts";

/** Where the caller stands by what is its own: its device, else its address. */
export function standingOf(counted: readonly CountedNow[], now: number): RateLimitStanding {
	const own = counted.find(({ dimension }) => dimension === "client" || dimension === "address");
	if (own === undefined) throw new Error("Every attempt is counted on its client or its address.");
	const { counter, limits } = own;
	const policy = own.dimension === "client" ? "client" : "address";
	const constant = { policy, quota: limits.failures, window: limits.window } as const;
	const wait = waitOf(counter, now, limits);
	if (wait > 0) return { ...constant, remaining: 0, reset: wait };
	const rest = windowEnd(counter, limits) - now;
	if (rest <= 0) return { ...constant, remaining: limits.failures, reset: limits.window };
	return { ...constant, remaining: Math.max(0, limits.failures - counter.failures), reset: rest };
}
