import { addressPrefix } from "../../platform/lib/address-prefix.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import type { Random } from "../../platform/lib/random.ts";
import { createFairQueue, type FairQueue } from "./fair-queue.ts";
import type { Lane, Place } from "./lanes.ts";
import { createShortMemory } from "./short-memory.ts";

/**
 * The waiting room before hashing: three lanes, each bounded and fair, and a deadline by which a job must have started.
 * Known devices go first, but after three of them in a row comes a stranger, if one waits; and after three quiet strangers
 * in a row a suspect one. It knows neither work nor timers, so its rules can be read and tested alone.
 */
export interface JobQueue<Job> {
	/**
	 * False when add would give the job back: in the lane of strangers in which this client waited last, as its failures are not
	 * looked up yet; and, if the client may be known, in that of known devices.
	 */
	hasRoom(from: string, mayBeKnown: boolean): boolean;
	/** Returns the job that finds no room in the lane, if any: another one, or the given one. */
	add(job: Job, place: Place): Job | undefined;
	/** Takes out the job to start now. It may be late: takeLate comes first. */
	next(): Job | undefined;
	/** Takes a job out; false when it was not waiting. */
	remove(job: Job): boolean;
	/** Takes out the jobs whose deadline has passed. */
	takeLate(): Job[];
	/** Takes out everything. */
	takeAll(): Job[];
	/** Milliseconds until the first waiting job is late; null when none waits. */
	timeToDeadline(): number | null;
	/** Jobs that wait. */
	sizes(): Record<Lane, number>;
}

export interface JobQueueOptions {
	/** Jobs that may wait in each lane. */
	limit: number;
	/** Milliseconds that a job may wait. */
	deadline: number;
	clock: Clock;
	random: Random;
}

export function createJobQueue<Job>({ limit, deadline, clock, random }: JobQueueOptions): JobQueue<Job> {
	// For as long as Retry-After says: a client that asks sooner has no second chance, one that waits has a new one.
	const lots = createShortMemory<number>(clock, deadline);
	const laneOfStranger = createShortMemory<Lane>(clock, deadline);
	function drawLot(name: string): number {
		const lot = lots.get(name) ?? random(6).readUIntBE(0, 6);
		lots.set(name, lot);
		return lot;
	}
	const queues: Record<Lane, FairQueue<Job>> = {
		known: createFairQueue(limit, drawLot),
		quiet: createFairQueue(limit, drawLot),
		suspect: createFairQueue(limit, drawLot),
	};
	const next = threeThenOne(queues.known.next, threeThenOne(queues.quiet.next, queues.suspect.next));
	/** In the order of arrival. All may wait equally long, so this is the order in which they become late. */
	const waiting = new Map<Job, { lane: Lane; startBy: number }>();

	function remove(job: Job): boolean {
		const entry = waiting.get(job);
		if (entry === undefined) return false;
		waiting.delete(job);
		return queues[entry.lane].remove(job);
	}

	/** The oldest jobs, as long as they are wanted. */
	function takeWhile(isWanted: (startBy: number) => boolean): Job[] {
		const taken: Job[] = [];
		for (const [job, { startBy }] of waiting) {
			if (!isWanted(startBy)) break;
			remove(job);
			taken.push(job);
		}
		return taken;
	}

	return {
		hasRoom(from, mayBeKnown) {
			const lane = laneOfStranger.get(addressPrefix(from)) ?? "quiet";
			return queues[lane].hasRoom(from) || (mayBeKnown && queues.known.hasRoom(from));
		},
		add(job, { lane, from }) {
			if (lane !== "known") laneOfStranger.set(addressPrefix(from), lane);
			const dropped = queues[lane].add(job, from);
			if (dropped === job) return job;
			if (dropped !== undefined) waiting.delete(dropped);
			waiting.set(job, { lane, startBy: clock() + deadline });
			return dropped;
		},
		next() {
			const job = next();
			if (job !== undefined) waiting.delete(job);
			return job;
		},
		remove,
		takeLate() {
			const now = clock();
			return takeWhile((startBy) => startBy < now);
		},
		takeAll: () => takeWhile(() => true),
		timeToDeadline() {
			const [oldest] = waiting.values();
			return oldest === undefined ? null : Math.max(0, oldest.startBy - clock());
		},
		sizes: () => ({
			known: queues.known.size(),
			quiet: queues.quiet.size(),
			suspect: queues.suspect.size(),
		}),
	};
}

/** After three of the first in a row, one of the others; where none waits, the turn goes on. */
function threeThenOne<Job>(
	first: () => Job | undefined,
	others: () => Job | undefined,
): () => Job | undefined {
	let inARow = 0;
	return () => {
		const job = inARow < 3 ? first() : undefined;
		if (job !== undefined) {
			inARow++;
			return job;
		}
		const other = others();
		if (other !== undefined) inARow = 0;
		return other ?? first();
	};
}
