import type { Clock } from "../lib/clock.ts";
import { Overloaded } from "./overloaded.ts";

/**
 * The waiting room of a thread pool: bounded, first come first served, with a deadline by which a job must have
 * started. It knows neither threads nor timers, so its rules can be read and tested alone.
 */
export interface JobQueue<Job> {
	/** Throws Overloaded when `limit` jobs wait already. */
	add(job: Job): void;
	/** Throws what add would throw. */
	refuseWhenFull(): void;
	/** Takes out the job to start now: the oldest that is not late. */
	next(): Job | undefined;
	/** Takes a job out; false when it was not waiting. */
	remove(job: Job): boolean;
	/** Takes out the jobs whose deadline has passed. */
	takeLate(): Job[];
	/** Takes out everything. */
	takeAll(): Job[];
	/** Milliseconds until the first waiting job is late; null when none waits. */
	timeToDeadline(): number | null;
}

export interface JobQueueOptions {
	/** Jobs that may wait. */
	limit: number;
	/** Milliseconds that a job may wait. */
	deadline: number;
	clock: Clock;
}

export function createJobQueue<Job>({ limit, deadline, clock }: JobQueueOptions): JobQueue<Job> {
	/** job → the moment by which it must have started. A Map keeps the order of arrival and forgets in one step. */
	const waiting = new Map<Job, number>();

	const refuseWhenFull = (): void => {
		if (waiting.size >= limit) throw new Overloaded("full", deadline);
	};

	const take = (isWanted: (startBy: number) => boolean): Job[] => {
		const taken = [...waiting].filter(([, startBy]) => isWanted(startBy)).map(([job]) => job);
		for (const job of taken) waiting.delete(job);
		return taken;
	};

	return {
		refuseWhenFull,
		add(job) {
			refuseWhenFull();
			waiting.set(job, clock() + deadline);
		},
		next() {
			const now = clock();
			for (const [job, startBy] of waiting) {
				if (startBy < now) continue;
				waiting.delete(job);
				return job;
			}
			return undefined;
		},
		remove: (job) => waiting.delete(job),
		takeLate() {
			const now = clock();
			// All wait equally long, so when the oldest is in time, all are: the usual case costs one look.
			const oldest = waiting.values().next();
			return oldest.done || oldest.value >= now ? [] : take((startBy) => startBy < now);
		},
		takeAll: () => take(() => true),
		timeToDeadline() {
			const oldest = waiting.values().next();
			return oldest.done ? null : Math.max(0, oldest.value - clock());
		},
	};
}
