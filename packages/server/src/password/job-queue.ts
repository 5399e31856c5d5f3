import type { Clock } from "../lib/clock.ts";
import { createFairQueue, type FairQueue } from "./fair-queue.ts";
import { type Lane, lanes, type Place } from "./lanes.ts";

/**
 * The waiting room of a thread pool: lanes, of which a later one is served only while nobody waits in an earlier one,
 * each bounded and fair, and a deadline by which a job must have started. It knows neither threads nor timers, so its
 * rules can be read and tested alone.
 */
export interface JobQueue<Job> {
	/** False when add would give the job back in every one of these lanes. */
	hasRoom(from: string, among: readonly Lane[]): boolean;
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
}

export function createJobQueue<Job>({ limit, deadline, clock }: JobQueueOptions): JobQueue<Job> {
	const queues: Record<Lane, FairQueue<Job>> = {
		known: createFairQueue(limit),
		quiet: createFairQueue(limit),
		suspect: createFairQueue(limit),
	};
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
		hasRoom: (from, among) => among.some((lane) => queues[lane].hasRoom(from)),
		add(job, { lane, from }) {
			const dropped = queues[lane].add(job, from);
			if (dropped === job) return job;
			if (dropped !== undefined) waiting.delete(dropped);
			waiting.set(job, { lane, startBy: clock() + deadline });
			return dropped;
		},
		next() {
			for (const lane of lanes) {
				const job = queues[lane].next();
				if (job === undefined) continue;
				waiting.delete(job);
				return job;
			}
			return undefined;
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
