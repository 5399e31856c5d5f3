import type { Clock } from "../lib/clock.ts";

/**
 * The waiting room of the hash pool: bounded, first come first served, with a deadline by which a job must have
 * started. It knows neither threads nor timers, so its rules can be read and tested alone.
 */
export interface HashQueue<Job> {
	/** Throws Overloaded when `limit` jobs wait already. */
	add(job: Job): void;
	/** Throws what add would throw. */
	refuseWhenFull(): void;
	/** The job to start now: the oldest that is not late. */
	next(): Job | undefined;
	/** Takes a job out; one that is not waiting is ignored. */
	remove(job: Job): void;
	/** Takes out and returns the jobs whose deadline has passed. */
	takeLate(): Job[];
	/** Takes out and returns everything. */
	takeAll(): Job[];
	/** Milliseconds until the first waiting job is late; null when none waits. */
	timeToDeadline(): number | null;
}

/** The work was refused, not tried: the queue is full, the deadline has passed, or the service is stopping. */
export class Overloaded extends Error {
	readonly reason: "full" | "late" | "closing";
	/** Seconds. By then every job that waits now has been started or refused. */
	readonly retryAfter: number;

	constructor(reason: Overloaded["reason"], deadline: number) {
		super(`Password hashing is overloaded (${reason}).`);
		this.name = "Overloaded";
		this.reason = reason;
		this.retryAfter = Math.max(1, Math.ceil(deadline / 1000));
	}
}

export interface HashQueueOptions {
	/** Jobs that may wait. */
	limit: number;
	/** Milliseconds that a job may wait. */
	deadline: number;
	clock: Clock;
}

export function createHashQueue<Job>({ limit, deadline, clock }: HashQueueOptions): HashQueue<Job> {
	/** job → the moment by which it must have started. A Map keeps the order of arrival and forgets in one step. */
	const waiting = new Map<Job, number>();

	const refuseWhenFull = (): void => {
		if (waiting.size >= limit) throw new Overloaded("full", deadline);
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
		remove(job) {
			waiting.delete(job);
		},
		takeLate() {
			const now = clock();
			const late = [...waiting].filter(([, startBy]) => startBy < now).map(([job]) => job);
			for (const job of late) waiting.delete(job);
			return late;
		},
		takeAll() {
			const all = [...waiting.keys()];
			waiting.clear();
			return all;
		},
		timeToDeadline() {
			const first = waiting.values().next();
			return first.done ? null : Math.max(0, first.value - clock());
		},
	};
}
