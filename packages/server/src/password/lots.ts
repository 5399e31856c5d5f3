import type { Clock } from "../lib/clock.ts";
import type { Random } from "../lib/random.ts";

/**
 * One random number for each name, drawn anew in every period: a client that asks again at once has no second chance, and one
 * that comes back later has the chance of everybody.
 */
export function createLots(options: {
	random: Random;
	clock: Clock;
	/** Milliseconds. */
	period: number;
}): (name: string) => number {
	const { random, clock, period } = options;
	const drawn = new Map<string, number>();
	let end = clock() + period;

	return (name) => {
		if (clock() >= end) {
			drawn.clear();
			end = clock() + period;
		}
		const lot = drawn.get(name) ?? random(6).readUIntBE(0, 6);
		drawn.set(name, lot);
		return lot;
	};
}
