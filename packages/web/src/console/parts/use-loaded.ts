import type { SallyportError } from "@sallyport/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { problemOf } from "../api.ts";
import { useDesk } from "../desk.ts";

/** Something that the service has been asked for. */
export interface Loaded<T> {
	/** The last answer, also while the next one is waited for, and after a failure. */
	data: T | undefined;
	/** Why the last answer did not come. */
	failure: SallyportError | null;
	/** Whether it takes so long that it has to be said. */
	isSlow: boolean;
	load: () => Promise<void>;
	/** Shows what a change has answered, without asking again. */
	show: (data: T) => void;
}

/** Milliseconds: what is faster than that needs no sign. */
const SLOW = 200;

/** An act was taken back, which may have been on another page. */
export const UNDONE = "undone";
/** After these, it is asked for again. */
const signs = [UNDONE, "online"];

/** `of`: what it depends on; when that changes, it is asked for again. */
export function useLoaded<T>(reading: (signal: AbortSignal) => Promise<T>, of: string): Loaded<T> {
	const desk = useDesk();
	const [data, setData] = useState<T>();
	const [failure, setFailure] = useState<SallyportError | null>(null);
	const [isSlow, setSlow] = useState(false);
	const under = useRef<AbortController>(null);
	const latest = useRef(reading);
	latest.current = reading;

	async function load(): Promise<void> {
		under.current?.abort();
		const control = new AbortController();
		under.current = control;
		const { signal } = control;
		const slow = setTimeout(() => setSlow(true), SLOW);
		try {
			const answer = await desk.read(() => latest.current(signal));
			if (signal.aborted) return;
			setData(answer);
			setFailure(null);
		} catch (error) {
			if (signal.aborted) return;
			setFailure(problemOf(error));
		} finally {
			clearTimeout(slow);
			if (!signal.aborted) setSlow(false);
		}
	}
	useEffect(() => {
		const again = () => void load();
		again();
		for (const sign of signs) addEventListener(sign, again);
		return () => {
			for (const sign of signs) removeEventListener(sign, again);
			under.current?.abort();
		};
	}, [of]);

	return { data, failure, isSlow, load, show: setData };
}
