import type { Clock } from "../../platform/lib/clock.ts";

/** A map that is emptied after each period (milliseconds), so that it holds the entries of one period at most. */
export function createShortMemory<Value>(clock: Clock, period: number): () => Map<string, Value> {
	const values = new Map<string, Value>();
	let end = clock() + period;
	return () => {
		if (clock() >= end) {
			values.clear();
			end = clock() + period;
		}
		return values;
	};
}
