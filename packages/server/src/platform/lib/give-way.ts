import { setTimeout as rest } from "node:timers/promises";

/** Processors that others use: from then on they come first. */
const BUSY = 0.3;
/** How many times as long as its piece a rest is while others are at work. The piece and what is done with it then take 2 % of a processor. */
const LONG = 100;
/** Milliseconds: over less, the system's count of processor time is too coarse. */
const WINDOW = 50;

/**
 * For work that is long as a whole, such as an export: what to wait for after each piece, which took `took` milliseconds. Requests have their
 * turn, and nearly all of the processor while there are many. SQLite would answer piece after piece, and nothing else would happen.
 */
export function createGiveWay(): (took: number) => Promise<void> {
	let isBusy = false;
	let [since, before, own] = [performance.now(), process.cpuUsage(), 0];
	return async (took) => {
		// What is done with a piece costs about as much as reading it.
		own += 2 * took;
		const passed = performance.now() - since;
		if (passed >= WINDOW) {
			const { user, system } = process.cpuUsage(before);
			isBusy = (user + system) / 1000 - own > BUSY * passed;
			[since, before, own] = [performance.now(), process.cpuUsage(), 0];
		}
		await rest(isBusy ? LONG * took : took);
	};
}
