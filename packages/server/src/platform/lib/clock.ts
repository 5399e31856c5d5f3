/** Milliseconds since the epoch. Passed as an argument, so that tests can set it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
