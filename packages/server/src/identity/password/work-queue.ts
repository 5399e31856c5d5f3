import type { Clock } from "../../platform/lib/clock.ts";
import { type Random, systemRandom } from "../../platform/lib/random.ts";
import { createJobQueue } from "./job-queue.ts";
import { commonPlace, type Lane, type Place } from "./lanes.ts";
import { Overloaded } from "./overloaded.ts";

/** Sees what happens to the jobs, for metrics. May not throw. Times are milliseconds. */
export interface WorkObserver {
	started(lane: Lane, waited: number): void;
	/** Once for each job that started, whatever came of it. */
	finished(lane: Lane, ran: number): void;
	/** Once for each job, or for the question before it. */
	refused(reason: Overloaded["reason"]): void;
}

export interface WorkQueueOptions {
	/** Jobs that run at the same time; the others wait. */
	atOnce: number;
	/** Jobs that may wait, in each lane. */
	queueLimit: number;
	/** Milliseconds within which a job must have started. */
	deadline: number;
	clock: Clock;
	random?: Random | undefined;
	/** A signal removes a job that waits; true: one that runs already is finished and answered all the same. */
	finishRunning?: boolean;
	observe?: WorkObserver | undefined;
}

export interface WorkQueue {
	/**
	 * Rejects with Overloaded when the job was not tried, with the reason of the signal when that came first, and otherwise
	 * as the work itself does.
	 */
	run<Result>(work: () => Promise<Result>, signal?: AbortSignal, place?: Place): Promise<Result>;
	/** Throws Overloaded when a job from there would find no room now. */
	refuseWhenFull(from?: string, mayBeKnown?: boolean): void;
	/** Jobs that wait now. */
	waiting(): Record<Lane, number>;
	/** Refuses what waits, lets what runs finish. */
	close(): Promise<void>;
}

interface Job {
	place: Place;
	arrivedAt: number;
	/** Runs the work and settles the job; never rejects. */
	work(): Promise<void>;
	reject(error: unknown): void;
}

export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
	const { atOnce, queueLimit: limit, deadline, clock, finishRunning = false, observe } = options;
	const queue = createJobQueue<Job>({ limit, deadline, clock, random: options.random ?? systemRandom });
	const quiet = Promise.withResolvers<void>();
	let running = 0;
	let closing = false;
	let alarm: NodeJS.Timeout | undefined;

	async function start(job: Job): Promise<void> {
		running += 1;
		const startedAt = clock();
		observe?.started(job.place.lane, startedAt - job.arrivedAt);
		await job.work();
		observe?.finished(job.place.lane, clock() - startedAt);
		running -= 1;
		refuseLate();
		const next = queue.next();
		if (next !== undefined) void start(next);
		else if (closing && running === 0) quiet.resolve();
		setAlarm();
	}

	function refusal(reason: Overloaded["reason"]): Overloaded {
		observe?.refused(reason);
		return new Overloaded(reason, deadline);
	}

	function refuseLate(): void {
		for (const job of queue.takeLate()) job.reject(refusal("late"));
	}

	/** Usually the end of a job finds the late ones; the alarm is for when none ends in time. */
	function setAlarm(): void {
		const wait = queue.timeToDeadline();
		if (wait === null) {
			clearTimeout(alarm);
			alarm = undefined;
			return;
		}
		alarm ??= setTimeout(() => {
			alarm = undefined;
			refuseLate();
			setAlarm();
		}, wait + 1);
	}

	function submit(job: Job): void {
		if (closing) {
			job.reject(refusal("closing"));
			return;
		}
		refuseLate();
		if (running < atOnce) void start(job);
		else queue.add(job, job.place)?.reject(refusal("full"));
		setAlarm();
	}

	return {
		async run<Result>(work: () => Promise<Result>, signal?: AbortSignal, place = commonPlace) {
			signal?.throwIfAborted();
			const { promise, resolve, reject } = Promise.withResolvers<Result>();
			const job: Job = { place, arrivedAt: clock(), work: () => work().then(resolve, reject), reject };
			const giveUp = (): void => {
				if (!queue.remove(job) && finishRunning) return;
				setAlarm();
				reject(signal?.reason);
			};
			signal?.addEventListener("abort", giveUp);
			submit(job);
			try {
				return await promise;
			} finally {
				signal?.removeEventListener("abort", giveUp);
			}
		},
		refuseWhenFull(from = commonPlace.from, mayBeKnown = false) {
			if (running < atOnce) return;
			refuseLate();
			if (!queue.hasRoom(from, mayBeKnown)) throw refusal("full");
		},
		waiting: queue.sizes,
		async close() {
			closing = true;
			for (const job of queue.takeAll()) job.reject(refusal("closing"));
			setAlarm();
			if (running > 0) await quiet.promise;
		},
	};
}
