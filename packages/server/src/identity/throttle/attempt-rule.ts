import { CLOCKS_APART, DAY } from "../../platform/lib/clock.ts";

/**
 * How often a password may be guessed: a pure rule over one counter. An attempt is counted before the password is
 * looked at and taken back if it was right, so that parallel guesses cannot slip past the counter (ASVS 15.4.2).
 */
export interface AttemptCounter {
	windowStartedAt: number;
	/** Attempts in the window that were not taken back. */
	failures: number;
	/** Failures since the last success. */
	consecutive: number;
	blockedUntil: number;
}

export interface AttemptLimits {
	failures: number;
	window: number;
	delay: number;
	delayMaximum: number;
	/** Failures in a row after which each attempt brings the longest wait; null: no limit. */
	consecutive: number | null;
	/** Whether so many failures in a row close the counter instead. */
	closes: boolean;
	/** A budget: one failure is forgotten each `delay`, and nothing else makes room. Otherwise all are, with their window. */
	ebbs: boolean;
}

/** Far enough to mean: until the counter is unlocked. */
const CLOSED_FOR = 3650 * DAY;

/** How long failures in a row count after the last one: long, or a patient guesser would never reach their limit. */
const IN_A_ROW_FOR = 90 * DAY;

/** A counter on which nothing was counted yet. */
export const blankCounter: AttemptCounter = {
	windowStartedAt: 0,
	failures: 0,
	consecutive: 0,
	blockedUntil: 0,
};

/**
 * A stored counter as it is now, without times that only a wrong clock can have written: a wait longer than the longest is over,
 * and so is a window that starts further ahead than it is long. The differences between the clocks of instances change nothing.
 */
export function currentCounter(counter: AttemptCounter, now: number, limits: AttemptLimits): AttemptCounter {
	if (limits.ebbs) return ebbed(counter, now, limits);
	const isWindowPossible = counter.windowStartedAt <= now + limits.window;
	const isWaitPossible = counter.blockedUntil <= now + limits.delayMaximum + CLOCKS_APART;
	return {
		windowStartedAt: isWindowPossible ? counter.windowStartedAt : 0,
		failures: isWindowPossible ? counter.failures : 0,
		consecutive: counter.consecutive,
		blockedUntil: isWaitPossible ? counter.blockedUntil : 0,
	};
}

/**
 * A budget, less what is forgotten by now. A full one whose time only a wrong clock can have written lets one more be looked at,
 * which writes a time of today: a refusal writes nothing, so it would stay full until that time comes.
 */
function ebbed(
	counter: AttemptCounter,
	now: number,
	{ failures: most, delay }: AttemptLimits,
): AttemptCounter {
	const isPossible = counter.windowStartedAt <= now + CLOCKS_APART;
	const since = isPossible ? counter.windowStartedAt : now;
	const counted = isPossible ? counter.failures : Math.min(counter.failures, most - 1);
	const forgotten = Math.max(0, Math.floor((now - since) / delay));
	const failures = Math.max(0, counted - forgotten);
	const windowStartedAt = since + forgotten * delay;
	return {
		...counter,
		windowStartedAt,
		failures,
		blockedUntil: failures < most ? 0 : windowStartedAt + delay,
	};
}

/** Milliseconds to wait before the next attempt; 0: now. */
export function waitOf(counter: AttemptCounter, now: number, limits: AttemptLimits): number {
	return isClosed(counter, limits) ? CLOSED_FOR : Math.max(0, counter.blockedUntil - now);
}

/** The counter after one more attempt, which must not be blocked. */
export function countAttempt(counter: AttemptCounter, now: number, limits: AttemptLimits): AttemptCounter {
	if (limits.ebbs) {
		const windowStartedAt = counter.failures === 0 ? now : counter.windowStartedAt;
		return ebbed({ ...counter, windowStartedAt, failures: counter.failures + 1 }, now, limits);
	}
	const over = now >= windowEnd(counter, limits);
	const failures = over ? 1 : counter.failures + 1;
	const consecutive = counter.consecutive + 1;
	const delay = delayAfter(failures, consecutive, limits);
	return {
		// Not the old start: taking this attempt back clears the previous wait, and its end would be lost.
		windowStartedAt: over ? now : Math.max(counter.windowStartedAt, counter.blockedUntil),
		failures,
		consecutive,
		// Not "until now", which is the future for an attempt that read its clock a moment earlier.
		blockedUntil: delay === 0 ? 0 : now + delay,
	};
}

/**
 * The counter after an attempt turned out to be right, or was never looked at. `imposed` is the wait that this attempt has
 * put on the counter, which goes with it: a user who knows the password has already waited. If it is undefined, the wait stays.
 */
export function takeBack(
	counter: AttemptCounter,
	succeeded: boolean,
	limits: AttemptLimits,
	imposed: number | undefined,
): AttemptCounter {
	const failures = Math.max(0, counter.failures - 1);
	const consecutive = succeeded ? 0 : Math.max(0, counter.consecutive - 1);
	const after = { ...counter, failures, consecutive };
	const open =
		(failures < limits.failures && !isAtLimitInARow(after, limits)) || counter.blockedUntil === imposed;
	return { ...after, blockedUntil: open ? 0 : counter.blockedUntil };
}

/**
 * The counter of unknown devices after the user has logged in from a known client. Their run of failures ends, which opens a
 * closed account, except for the wait that the failures in the window require. Any other wait continues, because an
 * attacker who polls would see it end. Failures stay counted: otherwise each login of the user would give attackers new guesses.
 */
export function vouchFor(counter: AttemptCounter, now: number, limits: AttemptLimits): AttemptCounter {
	const wait = delayAfter(counter.failures, 0, limits);
	const blockedUntil = isClosed(counter, limits)
		? Math.min(counter.blockedUntil, now + wait)
		: counter.blockedUntil;
	return { ...counter, consecutive: 0, blockedUntil };
}

/** Whether failures in a row have closed it until it is unlocked. Their number decides, so no clock can open it. */
export function isClosed(counter: AttemptCounter, limits: AttemptLimits): boolean {
	return limits.closes && isAtLimitInARow(counter, limits);
}

function isAtLimitInARow({ consecutive }: AttemptCounter, limits: AttemptLimits): boolean {
	return limits.consecutive !== null && consecutive >= limits.consecutive;
}

/** When the counter no longer matters and may be forgotten. */
export function meaningfulUntil(counter: AttemptCounter, now: number, limits: AttemptLimits): number {
	if (isClosed(counter, limits)) return now + CLOSED_FOR;
	const inARow = limits.consecutive !== null && counter.consecutive > 0 ? now + IN_A_ROW_FOR : 0;
	return Math.max(windowEnd(counter, limits), inARow);
}

/** A wait never shortens the memory: the window runs on from its end. */
export function windowEnd(counter: AttemptCounter, limits: AttemptLimits): number {
	return Math.max(counter.windowStartedAt, counter.blockedUntil) + limits.window;
}

function delayAfter(failures: number, consecutive: number, limits: AttemptLimits): number {
	if (limits.consecutive !== null && consecutive >= limits.consecutive) return limits.delayMaximum;
	if (failures < limits.failures) return 0;
	return Math.min(limits.delayMaximum, limits.delay * 2 ** Math.min(failures - limits.failures, 20));
}
