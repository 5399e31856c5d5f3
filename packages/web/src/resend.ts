import type { SallyportError } from "@sallyport/client";

/** Errors without any effect: the password was not checked. */
const untried = ["rate_limited", "overloaded", "store_unavailable"];
const mostTimes = 3;
/** Seconds that a user may be expected to wait. */
const longestWait = 300;

/** Whether a form retries when the wait is over. `times`: retries so far. */
export function mayResend({ code, retryAfter }: SallyportError, times: number): boolean {
	return untried.includes(code) && retryAfter !== undefined && retryAfter <= longestWait && times < mostTimes;
}

/**
 * The end of a wait of `seconds` that begins at `now` (ms). `random` (0 to 1) adds up to a second, so that pages refused
 * together by an overload do not retry together.
 */
export function endOfWait(seconds: number, now: number, random: number): number {
	return now + (seconds + random) * 1000;
}

/** The remaining whole seconds to show; at least 1 until the end. */
export function secondsLeft(end: number, now: number, seconds: number): number {
	return Math.min(seconds, Math.max(1, Math.ceil((end - now) / 1000)));
}
