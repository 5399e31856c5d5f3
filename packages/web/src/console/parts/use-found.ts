import { type Dispatch, type StateUpdater, useEffect, useState } from "preact/hooks";

/** Milliseconds after the last key. */
const PAUSE = 200;

/** What there is for a text while it is typed. Null, as a text: nothing is looked for; as a result: not known. */
export function useFound<Found>(
	text: string | null,
	find: (text: string, signal: AbortSignal) => Promise<Found>,
): [Found | null, Dispatch<StateUpdater<Found | null>>] {
	const [found, setFound] = useState<Found | null>(null);
	useEffect(() => {
		if (text === null) return setFound(null);
		const control = new AbortController();
		const { signal } = control;
		const timer = setTimeout(() => {
			void find(text, signal).then(
				(found) => signal.aborted || setFound(found),
				() => signal.aborted || setFound(null),
			);
		}, PAUSE);
		return () => {
			clearTimeout(timer);
			control.abort();
		};
	}, [text]);
	return [found, setFound];
}
