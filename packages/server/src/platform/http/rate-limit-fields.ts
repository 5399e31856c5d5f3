import type { Headers } from "./headers.ts";

/** Milliseconds, as everywhere. */
export interface RateLimitStanding {
	policy: string;
	quota: number;
	remaining: number;
	window: number;
	reset: number;
}

/** RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10); seconds, as structured fields (RFC 9651). */
export function rateLimitFields({ policy, quota, remaining, window, reset }: RateLimitStanding): Headers {
	const seconds = (milliseconds: number) => Math.ceil(milliseconds / 1000);
	return {
		"ratelimit-policy": `"${policy}";q=${quota};w=${seconds(window)}`,
		ratelimit: `"${policy}";r=${remaining};t=${seconds(reset)}`,
	};
}
