import { LoginError } from "../../platform/errors.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { type Random, systemRandom } from "../../platform/lib/random.ts";
import type { HashObserver } from "../../platform/metrics/observe-hashing.ts";
import { commonPlace, createJobQueue, type Place } from "./job-queue.ts";
import { createLateJobs } from "./late-jobs.ts";

/** The work was refused, not tried: the queue is full, the deadline has passed, or the service is stopping. */
export class Overloaded extends LoginError {
	readonly reason: "full" | "late" | "closing";

	/** `deadline`: milliseconds. After so long every job that waits now has been started or refused. */
	constructor(reason: Overloaded["reason"], deadline: number) {
		const retryAfter = Math.max(1, Math.ceil(deadline / 1000));
		super("overloaded", { retryAfter, cause: `password queue: ${reason}` });
		this.reason = reason;
	}
}

export interface WorkQueueOptions {
	/** Jobs that run at the same time; further ones wait. */
	atOnce: number;
	/** Jobs that may wait, in each lane; more are refused. */
	queueLimit: number;
	/** Milliseconds within which a job must have started; later it is refused. */
	deadline: number;
	/** Milliseconds. Only differences count, so by default it is one that never jumps. */
	clock?: Clock;
	/** Decides between clients when a lane is full. */
	random?: Random;
	/** Sees what happens to the jobs, for metrics. May not throw. */
	observe?: HashObserver;
}

interface Job {
	place: Place;
	arrivedAt: number;
	/** Runs the work and settles the job; never rejects. */
	work(): Promise<void>;
	reject(error: unknown): void;
}

export function createWorkQueue({
	atOnce,
	queueLimit: limit,
	deadline,
	clock = () => performance.now(),
	random = systemRandom,
	observe,
}: WorkQueueOptions) {
	const queue = createJobQueue<Job>({ limit, deadline, clock, random });
	const quiet = Promise.withResolvers<void>();
	let running = 0;
	let closing = false;
	const late = createLateJobs(queue, (job) => job.reject(refusal("late")));

	async function start(job: Job): Promise<void> {
		running += 1;
		const startedAt = clock();
		observe?.started(job.place.lane, startedAt - job.arrivedAt);
		await job.work();
		observe?.finished(job.place.lane, clock() - startedAt);
		running -= 1;
		late.refuse();
		const next = queue.next();
		if (next !== undefined) void start(next);
		else if (closing && running === 0) quiet.resolve();
		late.setAlarm();
	}

	function refusal(reason: Overloaded["reason"]): Overloaded {
		observe?.refused(reason);
		return new Overloaded(reason, deadline);
	}

	function submit(job: Job): void {
		if (closing) {
			job.reject(refusal("closing"));
			return;
		}
		late.refuse();
		if (running < atOnce) void start(job);
		else queue.add(job, job.place)?.reject(refusal("full"));
		late.setAlarm();
	}

	return {
		/**
		 * Rejects with Overloaded when the job was not tried, or was dropped from a full lane for another; with the reason of the
		 * signal when that came while it waited; and otherwise as the work itself does. Work that has begun is finished and
		 * answered: else a client that hangs up in time would guess, and burn a core, without being counted.
		 */
		async run<Result>(
			work: () => Promise<Result>,
			signal?: AbortSignal,
			place = commonPlace,
		): Promise<Result> {
			signal?.throwIfAborted();
			const { promise, resolve, reject } = Promise.withResolvers<Result>();
			const job: Job = { place, arrivedAt: clock(), work: () => work().then(resolve, reject), reject };
			const giveUp = (): void => {
				if (!queue.remove(job)) return;
				late.setAlarm();
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
		/** Throws Overloaded when a job from there would find no room now. */
		refuseWhenFull(from = commonPlace.from, mayBeKnown = false): void {
			if (running < atOnce) return;
			late.refuse();
			if (!queue.hasRoom(from, mayBeKnown)) throw refusal("full");
		},
		/** Jobs that wait now. */
		waiting: queue.sizes,
		/** Refuses what waits, lets what runs finish. */
		async close(): Promise<void> {
			closing = true;
			for (const job of [...late.takeAll(), ...queue.takeAll()]) job.reject(refusal("closing"));
			late.setAlarm();
			if (running > 0) await quiet.promise;
		},
	};
}
