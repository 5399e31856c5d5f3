/** The time as an argument, so that it can travel in tests. Milliseconds since the epoch. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
