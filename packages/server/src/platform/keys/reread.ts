import type { Clock } from "../lib/clock.ts";

/** Milliseconds for which a removed key may still sign and be published here. Made-up kids cause no more queries than this. */
const RELOAD_AFTER = 1_000;

/** What `read` finds, at most a second old; all who ask while it reads get the same. `last`: what was found before. */
export function createReread<Found>(clock: Clock, read: (last: Found | null) => Promise<Found>) {
	let known: { readAt: number; found: Found } | null = null;
	let reading: Promise<Found> | null = null;

	async function readAgain(): Promise<Found> {
		// Before it reads: what it misses is older than its answer.
		const readAt = clock();
		const found = await read(known?.found ?? null);
		known = { readAt, found };
		return found;
	}

	return {
		async current(): Promise<Found> {
			if (known !== null && Math.abs(clock() - known.readAt) < RELOAD_AFTER) return known.found;
			reading ??= readAgain().finally(() => {
				reading = null;
			});
			return reading;
		},
		/** However old; null: nothing was read yet. */
		last: (): Found | null => known?.found ?? null,
	};
}
