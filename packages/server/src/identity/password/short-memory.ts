import type { Clock } from "../../platform/lib/clock.ts";

/** A map that is emptied after each period, so that it needs no care and holds no more than what came in one. */
export interface ShortMemory<Value> {
	get(name: string): Value | undefined;
	set(name: string, value: Value): void;
}

/** `period`: milliseconds. */
export function createShortMemory<Value>(clock: Clock, period: number): ShortMemory<Value> {
	const values = new Map<string, Value>();
	let end = clock() + period;

	function present(): Map<string, Value> {
		if (clock() >= end) {
			values.clear();
			end = clock() + period;
		}
		return values;
	}

	return {
		get: (name) => present().get(name),
		set(name, value) {
			present().set(name, value);
		},
	};
}
