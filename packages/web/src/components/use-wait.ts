import { useEffect, useState } from "preact/hooks";

/** A countdown in whole seconds: `left` is 0 when it is over; `start` begins it. */
export function useWait(): { left: number; start: (seconds: number) => void } {
	const [until, setUntil] = useState(0);
	const [now, setNow] = useState(0);
	useEffect(() => {
		if (until === 0) return;
		const timer = setInterval(() => {
			setNow(Date.now());
			if (Date.now() >= until) setUntil(0);
		}, 250);
		return () => clearInterval(timer);
	}, [until]);
	const start = (seconds: number): void => {
		setNow(Date.now());
		setUntil(Date.now() + seconds * 1000);
	};
	return { left: until === 0 ? 0 : Math.max(0, Math.ceil((until - now) / 1000)), start };
}
