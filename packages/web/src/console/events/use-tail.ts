import type { AuditEvent } from "@sallyport/client";
import { useEffect, useRef, useState } from "preact/hooks";

export interface Tail {
	/** `over`: it ended, and is opened again by `again` alone. */
	standing: "connecting" | "live" | "over";
	/** The rows that came, then those of the list, each once. */
	before(loaded: readonly AuditEvent[]): readonly AuditEvent[];
	/** Those that came while it was paused. */
	waiting: number;
	/** For a screen reader: how many came since the last time it was told. */
	said: number;
	/** Some were left out: they are in the list. */
	hasGap: boolean;
	/** Until each of those that asked for it lets it continue. */
	pause: (by: "pointer" | "focus") => void;
	resume: (by: "pointer" | "focus") => void;
	again: () => void;
}

const MOST = 500;
/** Milliseconds in which events are gathered. */
const TOGETHER = 250;
/** Milliseconds between two sentences of a screen reader. */
const BETWEEN = 5000;

/** Events as they happen; `address`: of the stream, null: none is wanted. `load` looks at the list again. */
export function useTail(address: string | null, load: () => Promise<void>): Tail {
	const [standing, setStanding] = useState<Tail["standing"]>("connecting");
	const [came, setCame] = useState<readonly AuditEvent[]>([]);
	const [waiting, setWaiting] = useState<readonly AuditEvent[]>([]);
	const [hasGap, setGap] = useState(false);
	const [attempt, setAttempt] = useState(0);
	const pausedBy = useRef(new Set<string>());
	const latest = useRef(load);
	latest.current = load;
	const { said, tell } = useTold();

	useEffect(() => {
		setCame([]);
		setWaiting([]);
		setGap(false);
		setStanding("connecting");
		if (address === null) return;
		const source = new EventSource(address);
		source.onopen = () => {
			setStanding("live");
			// What came between the list and the stream, or while it was broken off.
			void latest.current();
		};
		let fresh: AuditEvent[] = [];
		const show = () => {
			const events = fresh;
			fresh = [];
			const set = pausedBy.current.size > 0 ? setWaiting : setCame;
			set((rows) => merged(events, rows));
		};
		source.onmessage = ({ data }) => {
			// Drawn one by one, twenty a second would hold up the page.
			if (fresh.unshift(JSON.parse(data) as AuditEvent) === 1) setTimeout(show, TOGETHER);
			tell();
		};
		source.addEventListener("gap", () => setGap(true));
		const end = () => {
			source.close();
			setStanding("over");
			// It finds out why, and asks for a login where that is missing.
			void latest.current();
		};
		source.addEventListener("end", end);
		source.onerror = () => {
			if (source.readyState === EventSource.CLOSED) end();
			else setStanding("connecting");
		};
		return () => {
			source.close();
			fresh = [];
		};
	}, [address, attempt]);

	function resume(by: string): void {
		pausedBy.current.delete(by);
		if (pausedBy.current.size > 0) return;
		setCame((rows) => merged(waiting, rows));
		setWaiting([]);
	}

	return {
		standing,
		before: (loaded) => merged(came, loaded),
		waiting: waiting.length,
		said,
		hasGap,
		pause: (by) => pausedBy.current.add(by),
		resume,
		again: () => setAttempt(attempt + 1),
	};
}

/** The newest first, as they are; the last ten seconds come again when a stream is opened again. */
function merged(newer: readonly AuditEvent[], older: readonly AuditEvent[]): readonly AuditEvent[] {
	const all = new Map([...newer, ...older].map((event) => [event.id, event]));
	return [...all.values()]
		.toSorted((one, other) => Date.parse(other.time) - Date.parse(one.time))
		.slice(0, MOST);
}

/** Counts what came, and says it in turns. */
function useTold(): { said: number; tell: () => void } {
	const [said, setSaid] = useState(0);
	const state = useRef<{ count: number; timer?: ReturnType<typeof setTimeout> | undefined }>({ count: 0 });
	useEffect(() => () => clearTimeout(state.current.timer), []);

	function say(): void {
		const { count } = state.current;
		setSaid(count);
		state.current = { count: 0, timer: count === 0 ? undefined : setTimeout(say, BETWEEN) };
	}
	return {
		said,
		tell() {
			state.current.count += 1;
			if (state.current.timer === undefined) say();
		},
	};
}
