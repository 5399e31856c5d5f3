/** The rule of the proposal: measurements in, settings out. */
import { isBelowFloor, isSameCost, LEAST_PROPOSED, strongest, type Trial, work } from "./calibrate.ts";

export interface Room {
	/** A quota may grant a part of one. */
	cores: number;
	/** Bytes of the machine or the container. */
	memory: number;
	/** Bytes that the service takes without hashing. */
	resident: number;
}

export interface CurrentHashing extends Trial {
	parallelism: number;
	threads: number;
}

/** Why the current settings should be changed. */
export type Shortcoming = "below_floor" | "too_slow" | "too_much_memory" | "too_many_threads";

/** Two measurements are never quite equal: only above this factor do the current settings count as slow. */
const TOLERANCE = 1.1;
/** Less work than this factor more is not worth a change. */
const WORTHWHILE = 1.5;

/** Bytes for hashing: at most half of the memory, and at most four fifths together with the service itself. */
export function memoryForHashing({ memory, resident }: Room): number {
	return Math.max(0, Math.min(memory / 2, memory * 0.8 - resident));
}

export function fits({ memory, threads }: { memory: number; threads: number }, room: Room): boolean {
	return memory * 1024 * threads <= memoryForHashing(room);
}

/** One per whole core, never more than set, and no more than fit into the memory at the least cost. */
export function threadsToPropose(room: Room, currentThreads: number): number {
	const fitting = Math.floor(memoryForHashing(room) / (LEAST_PROPOSED.memory * 1024));
	return Math.max(1, Math.min(currentThreads, Math.floor(room.cores), fitting));
}

/** `trials` were measured with threadsToPropose, and LEAST_PROPOSED is among them. */
export function propose(given: { target: number; room: Room; current: CurrentHashing; trials: Trial[] }) {
	const { target, room, current, trials } = given;
	const chosen =
		strongest(trials.filter(({ milliseconds }) => milliseconds <= target)) ??
		trials.find((trial) => isSameCost(trial, LEAST_PROPOSED));
	if (chosen === undefined) throw new Error("The least cost has not been measured.");
	const { memory, passes, milliseconds } = chosen;
	const threads = threadsToPropose(room, current.threads);
	// Where even the least is too slow, the current settings may be as slow as the least.
	const longest = isSameCost(chosen, LEAST_PROPOSED) ? Math.max(target, milliseconds) : target;
	const shortcomings = findShortcomings(current, room, longest);
	const verdict =
		shortcomings.length > 0
			? "change"
			: work(chosen) >= work(current) * WORTHWHILE
				? "stronger_possible"
				: "fine";
	return {
		memory,
		passes,
		threads,
		milliseconds,
		floorExceedsTarget: milliseconds > target,
		fits: fits({ memory, threads }, room),
		settings: {
			SALLYPORT_HASH_MEMORY: String(memory),
			SALLYPORT_HASH_PASSES: String(passes),
			SALLYPORT_HASH_THREADS: String(threads),
			...(current.parallelism === 1 ? {} : { SALLYPORT_HASH_PARALLELISM: "1" }),
		},
		verdict,
		shortcomings,
	} as const;
}

function findShortcomings(current: CurrentHashing, room: Room, longest: number): Shortcoming[] {
	const found: Array<[Shortcoming, boolean]> = [
		["below_floor", isBelowFloor(current)],
		["too_slow", current.milliseconds > longest * TOLERANCE],
		["too_much_memory", !fits(current, room)],
		["too_many_threads", current.threads > Math.max(1, Math.floor(room.cores))],
	];
	return found.filter(([, applies]) => applies).map(([name]) => name);
}
