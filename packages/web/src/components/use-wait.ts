import { useEffect, useRef, useState } from "preact/hooks";
import { endOfWait, secondsLeft } from "../resend.ts";

/** A countdown: `left` is 0 when none is running, otherwise whole seconds; `start` takes seconds. */
interface Wait {
	left: number;
	start: (seconds: number) => void;
}

/** Calls `over` when a wait has ended and the page is visible. */
export function useWait(over: () => void): Wait {
	const [{ end, seconds }, setWait] = useState({ end: 0, seconds: 0 });
	const [now, setNow] = useState(0);
	const latest = useRef(over);
	latest.current = over;

	useEffect(() => {
		if (end === 0) return;
		const timer = setInterval(() => {
			setNow(Date.now());
			if (Date.now() < end || document.hidden) return;
			setWait({ end: 0, seconds: 0 });
			latest.current();
		}, 250);
		return () => clearInterval(timer);
	}, [end]);

	function start(seconds: number): void {
		setNow(Date.now());
		setWait({ end: endOfWait(seconds, Date.now(), Math.random()), seconds });
	}
	return { left: end === 0 ? 0 : secondsLeft(end, now, seconds), start };
}
