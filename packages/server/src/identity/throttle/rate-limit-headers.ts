import type { CountedNow } from "./attempt-counters.ts";
import { waitOf, windowEnd } from "./attempt-rule.ts";

/**
 * RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10; structured fields, RFC 9651). They describe the
 * caller's own device or address only: the budget of the account would reveal that someone else is guessing or logs in.
 */
export function rateLimitHeaders(counted: readonly CountedNow[], now: number): Record<string, string> {
	const own = counted.find(({ dimension }) => dimension === "client" || dimension === "address");
	if (own === undefined) throw new Error("Every attempt is counted on its client or its address.");
	const { dimension: policy, counter, limits } = own;
	const wait = waitOf(counter, now, limits);
	const windowRest = windowEnd(counter, limits) - now;
	let remaining = Math.max(0, limits.failures - counter.failures);
	let reset = windowRest;
	if (wait > 0) {
		remaining = 0;
		reset = wait;
	} else if (windowRest <= 0) {
		remaining = limits.failures;
		reset = limits.window;
	}
	return limitHeaders(policy, { most: limits.failures, window: limits.window, remaining, reset });
}

/** Times are in milliseconds. */
export function limitHeaders(
	policy: string,
	{ most, window, remaining, reset }: { most: number; window: number; remaining: number; reset: number },
): Record<string, string> {
	return {
		"ratelimit-policy": `"${policy}";q=${most};w=${seconds(window)}`,
		ratelimit: `"${policy}";r=${remaining};t=${seconds(reset)}`,
	};
}

function seconds(milliseconds: number): number {
	return Math.ceil(milliseconds / 1000);
}
