import { useEffect, useRef, useState } from "preact/hooks";

interface Countdown {
	/** Whole seconds. */
	left: number;
	pause(): void;
	resume(): void;
}

/** Calls `over` once so many seconds have passed in which it was not paused. */
export function useCountdown(seconds: number, over: () => void): Countdown {
	const [left, setLeft] = useState(seconds);
	const [isPaused, setPaused] = useState(false);
	const latest = useRef(over);
	latest.current = over;
	useEffect(() => {
		if (isPaused) return;
		if (left <= 0) return latest.current();
		const timer = setTimeout(() => setLeft(left - 1), 1000);
		return () => clearTimeout(timer);
	}, [left, isPaused]);
	return { left, pause: () => setPaused(true), resume: () => setPaused(false) };
}
