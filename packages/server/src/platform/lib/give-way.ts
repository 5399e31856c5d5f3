import { setTimeout as rest } from "node:timers/promises";

/** Processors that others use: from then on they come first. */
const BUSY = 0.3;
/** How many times as long as its piece a rest is while others are at work. The piece and what is done with it then take 1 % of a processor. */
const LONG = 200;
/** Milliseconds: over less, the system's count of processor time is too coarse. */
const WINDOW = 50;
/** While others are not at work, one rest in so many is long enough to see whether they are. */
const LOOK_EVERY = 8;

/**
 * For work that is long as a whole, such as an export: what to wait for after each piece, which took `took` milliseconds. Requests have their
 * turn, and nearly all of the processor while there are many. SQLite would answer piece after piece, and nothing else would happen.
 */
export function createGiveWay(): (took: number) => Promise<void> {
	let [isBusy, pieces] = [false, 0];
	return async (took) => {
		const looks = isBusy || pieces % LOOK_EVERY === 0;
		pieces += 1;
		const before = process.cpuUsage();
		const began = performance.now();
		const lookLong = Math.max(WINDOW, 3 * took);
		await rest(isBusy ? Math.max(LONG * took, WINDOW) : looks ? lookLong : took);
		if (!looks) return;
		const { user, system } = process.cpuUsage(before);
		// What is still done with the piece, such as sending it, costs no more than reading it.
		isBusy = (user + system) / 1000 - took > BUSY * (performance.now() - began);
	};
}
