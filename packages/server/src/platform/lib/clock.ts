/** Milliseconds since the epoch. Passed as an argument, so that tests can set it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Milliseconds by which the clocks of instances may differ. */
export const CLOCKS_APART = 60_000;

/** Milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
