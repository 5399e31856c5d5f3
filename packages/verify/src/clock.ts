/** Milliseconds since the epoch. */
export type Clock = () => number;

/** Runs `act` once, after `delay` milliseconds; returns a function that cancels it. */
export type Schedule = (act: () => Promise<void>, delay: number) => () => void;

/** Does not keep the process alive. */
export const systemSchedule: Schedule = (act, delay) => {
	const timer: unknown = setTimeout(() => void act(), delay);
	// Timers are plain numbers on some platforms.
	(timer as { unref?: () => void }).unref?.();
	return () => clearTimeout(timer as number);
};
