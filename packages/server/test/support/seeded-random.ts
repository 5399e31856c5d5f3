export interface SeededRandom {
	seed: number;
	/** A whole number from 0 to below `limit`. */
	below(limit: number): number;
	pick<T>(from: readonly T[]): T;
}

/** The same sequence for the same seed (mulberry32), so that a failure can be had again. */
export function seededRandom(seed: number): SeededRandom {
	let state = seed;
	const below = (limit: number) => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
	};
	return {
		seed,
		below,
		pick: <T>(from: readonly T[]): T => {
			const picked = from[below(from.length)];
			if (picked === undefined) throw new Error("nothing to pick from");
			return picked;
		},
	};
}
