import { addressPrefix } from "../../platform/lib/address-prefix.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import type { Random } from "../../platform/lib/random.ts";
import type { Lane } from "../../platform/metrics/lanes.ts";
import { createFairQueue } from "./fair-queue.ts";
import { createShortMemory } from "./short-memory.ts";

/** Where a job waits. Jobs of one lane take turns by `from`: the address of their client and its network, or a user. */
export interface Place {
	lane: Lane;
	from: string;
}

/** The place of all jobs of a queue whose clients are not told apart: first come, first served. */
export const commonPlace: Place = { lane: "quiet", from: "" };

interface JobQueueOptions {
	/** Jobs that may wait in each lane. */
	limit: number;
	/** Milliseconds that a job may wait. */
	deadline: number;
	clock: Clock;
	random: Random;
}

export type JobQueue<Job> = ReturnType<typeof createJobQueue<Job>>;

/**
 * The waiting room before hashing: three lanes, each bounded and fair, and a deadline by which a job must have started.
 * Known devices go first, but after three of them in a row an unknown device follows, if one waits, and after three quiet
 * unknown devices in a row a suspect one. The queue knows neither work nor timers, so its rules can be read and tested alone.
 */
export function createJobQueue<Job>({ limit, deadline, clock, random }: JobQueueOptions) {
	// For as long as Retry-After says: a client that asks sooner has no second chance, one that waits has a new one.
	const lots = createShortMemory<number>(clock, deadline);
	const laneOfUnknownDevice = createShortMemory<Lane>(clock, deadline);
	function drawLot(name: string): number {
		const lot = lots().get(name) ?? random(6).readUIntBE(0, 6);
		lots().set(name, lot);
		return lot;
	}
	const known = createFairQueue<Job>(limit, drawLot);
	const quiet = createFairQueue<Job>(limit, drawLot);
	const suspect = createFairQueue<Job>(limit, drawLot);
	const queues = { known, quiet, suspect };
	const next = threeThenOne(known.next, threeThenOne(quiet.next, suspect.next));
	/** In the order of arrival. All may wait equally long, so this is the order in which they become late. */
	const waiting = new Map<Job, { lane: Lane; startBy: number }>();

	/** Takes a job out; false when it was not waiting. */
	function remove(job: Job): boolean {
		const entry = waiting.get(job);
		if (entry === undefined) return false;
		waiting.delete(job);
		return queues[entry.lane].remove(job);
	}

	/** Takes out the jobs that had to start before. */
	function takeBefore(time: number): Job[] {
		const taken: Job[] = [];
		for (const [job, { startBy }] of waiting) {
			if (startBy >= time) break;
			remove(job);
			taken.push(job);
		}
		return taken;
	}

	return {
		/**
		 * False when add would give the job back: in the lane of unknown devices in which this client waited last, as its failures
		 * are not looked up yet; and, if the client may be known, in that of known devices.
		 */
		hasRoom(from: string, mayBeKnown: boolean): boolean {
			const lane = laneOfUnknownDevice().get(addressPrefix(from)) ?? "quiet";
			return queues[lane].hasRoom(from) || (mayBeKnown && known.hasRoom(from));
		},
		/** Returns the job that finds no room in the lane, if any: another one, or the given one. */
		add(job: Job, { lane, from }: Place): Job | undefined {
			if (lane !== "known") laneOfUnknownDevice().set(addressPrefix(from), lane);
			const dropped = queues[lane].add(job, from);
			if (dropped === job) return job;
			if (dropped !== undefined) waiting.delete(dropped);
			waiting.set(job, { lane, startBy: clock() + deadline });
			return dropped;
		},
		/** Takes out the job to start now. It may be late: takeLate comes first. */
		next(): Job | undefined {
			const job = next();
			if (job !== undefined) waiting.delete(job);
			return job;
		},
		remove,
		/** Takes out the jobs whose deadline has passed. */
		takeLate: () => takeBefore(clock()),
		takeAll: () => takeBefore(Number.POSITIVE_INFINITY),
		/** Milliseconds until the first waiting job is late; null when none waits. */
		timeToDeadline(): number | null {
			const [oldest] = waiting.values();
			return oldest === undefined ? null : Math.max(0, oldest.startBy - clock());
		},
		/** Jobs that wait. */
		sizes: (): Record<Lane, number> => ({
			known: known.size(),
			quiet: quiet.size(),
			suspect: suspect.size(),
		}),
	};
}

/** After three of the first in a row, one of the other kind follows; where none waits, the turn passes on. */
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
