/** The rule of the proposal: measurements in, settings out. It measures nothing itself. */
import {
	type HashCost,
	isBelowFloor,
	isSameCost,
	LEAST_PROPOSED,
	strongest,
	type Trial,
	work,
} from "./hash-cost.ts";

export interface Room {
	/** Cores that this process may use; a quota may grant a part of one. */
	cores: number;
	/** Bytes of the machine or the container. */
	memory: number;
	/** Bytes that the service holds without hashing. */
	resident: number;
}

export interface PresentHashing extends HashCost {
	parallelism: number;
	threads: number;
	/** Milliseconds of one hash while every thread hashes. */
	milliseconds: number;
}

/** Why the present settings should be changed. */
export type Shortcoming = "below_floor" | "too_slow" | "too_much_memory" | "too_many_threads";

export interface Proposal extends HashCost {
	threads: number;
	/** Of one hash while every thread hashes. */
	milliseconds: number;
	/** Even the cheapest that may be proposed takes longer than the target. */
	floorExceedsTarget: boolean;
	fits: boolean;
	/** As SALLYPORT_* variables. */
	settings: Record<string, string>;
	/** `fine`: nothing to do; `stronger_possible`: sound, with time to spare; `change`: for the shortcomings. */
	verdict: "fine" | "stronger_possible" | "change";
	shortcomings: Shortcoming[];
}

/** Time that may pass above the target before the present settings count as slow: two measurements are never quite equal. */
const TOLERANCE = 1.1;
/** Less than so much more work is not worth a change. */
const WORTHWHILE = 1.5;

/** Bytes for hashing: at most half of the memory, and with the service itself at most four fifths. */
export function memoryForHashing({ memory, resident }: Room): number {
	return Math.max(0, Math.min(memory / 2, memory * 0.8 - resident));
}

/** One per whole core, never more than set, and no more than find room with the cheapest cost. */
export function threadsToPropose(room: Room, presentThreads: number): number {
	const wholeCores = Math.floor(room.cores);
	const finding = Math.floor(memoryForHashing(room) / (LEAST_PROPOSED.memory * 1024));
	return Math.max(1, Math.min(presentThreads, wholeCores, finding));
}

/** `trials` were measured with the threads of threadsToPropose; the cheapest cost must be among them. */
export function propose(given: {
	target: number;
	room: Room;
	present: PresentHashing;
	trials: Trial[];
}): Proposal {
	const { target, room, present, trials } = given;
	const within = strongest(trials.filter(({ milliseconds }) => milliseconds <= target));
	const cheapest = trials.find((each) => isSameCost(each, LEAST_PROPOSED));
	const chosen = within ?? cheapest;
	if (chosen === undefined) throw new Error("The cheapest cost has not been measured.");
	const { memory, passes, milliseconds } = chosen;
	const threads = threadsToPropose(room, present.threads);
	const isFloor = isSameCost(chosen, LEAST_PROPOSED);
	const shortcomings = findShortcomings(present, room, isFloor ? Math.max(target, milliseconds) : target);
	const mayBeStronger = work(chosen) >= work(present) * WORTHWHILE;
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
			...(present.parallelism === 1 ? {} : { SALLYPORT_HASH_PARALLELISM: "1" }),
		},
		verdict: shortcomings.length > 0 ? "change" : mayBeStronger ? "stronger_possible" : "fine",
		shortcomings,
	};
}

export function fits({ memory, threads }: { memory: number; threads: number }, room: Room): boolean {
	return memory * 1024 * threads <= memoryForHashing(room);
}

function findShortcomings(present: PresentHashing, room: Room, longest: number): Shortcoming[] {
	const found: Array<[Shortcoming, boolean]> = [
		["below_floor", isBelowFloor(present)],
		["too_slow", present.milliseconds > longest * TOLERANCE],
		["too_much_memory", !fits(present, room)],
		["too_many_threads", present.threads > Math.max(1, Math.floor(room.cores))],
	];
	return found.filter(([, applies]) => applies).map(([name]) => name);
}
