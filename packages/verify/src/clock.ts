/** Milliseconds since the epoch. */
export type Clock = () => number;

/** Runs `act` once, after `delay` milliseconds; returns how to call it off. */
export type Schedule = (act: () => Promise<void>, delay: number) => () => void;

/** Keeps no process alive. */
export const systemSchedule: Schedule = (act, delay) => {
	const timer: unknown = setTimeout(() => void act(), delay);
	// Only where timers are objects that can: a number elsewhere.
	(timer as { unref?: () => void }).unref?.();
	return () => clearTimeout(timer as number);
};
