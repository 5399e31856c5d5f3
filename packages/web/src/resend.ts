import type { SallyportError } from "@sallyport/client";

/** Refusals after which nothing has happened: a password that was sent along was not judged. */
const untried = ["rate_limited", "overloaded", "store_unavailable"];
const mostTimes = 3;
/** Seconds that somebody may be expected to sit out in front of the page. */
const longestWait = 300;

/** Whether a form sends the same again by itself when the wait is over. `times`: how often in a row it has done so. */
export function mayResend({ code, retryAfter }: SallyportError, times: number): boolean {
	return untried.includes(code) && retryAfter !== undefined && retryAfter <= longestWait && times < mostTimes;
}

/**
 * When a wait of `seconds` that begins at `now` (ms) is over. `random` (0 to 1) puts up to a second on it: pages that were
 * refused together by an overload do not come back together.
 */
export function endOfWait(seconds: number, now: number, random: number): number {
	return now + (seconds + random) * 1000;
}

/** What a clock shows of a wait of `seconds`: whole seconds, 1 up to the end. */
export function secondsLeft(end: number, now: number, seconds: number): number {
	return Math.min(seconds, Math.max(1, Math.ceil((end - now) / 1000)));
}
