import type { Clock } from "../../platform/lib/clock.ts";
import type { Lane, Place } from "./lanes.ts";
import type { Overloaded } from "./overloaded.ts";

/** Told of what happens in a pool, for metrics. May not throw. Times are milliseconds. */
export interface PoolObserver {
	/** A thread has a job, which had waited so long; once for each job, even if a second thread has to do it. */
	started(lane: Lane, waited: number): void;
	/** No thread has it any more, whatever came of it; once for each job that started. */
	finished(lane: Lane, ran: number): void;
	/** Somebody was told to come back later: once for each job, or for the question before it. */
	refused(reason: Overloaded["reason"]): void;
}

/** A job on its way through a pool, and whoever waits for its result. */
export interface PoolTask {
	readonly message: unknown;
	readonly place: Place;
	/** Times that a thread was given it. */
	attempts(): number;
	settled(): boolean;
	/** To be called whenever a thread is given it. */
	started(): void;
	/** To be called when no thread will have it again. */
	finished(): void;
	/** Only the first of these two counts. */
	resolve(result: unknown): void;
	reject(error: unknown): void;
}

export interface PoolTaskOptions {
	message: unknown;
	place: Place;
	clock: Clock;
	observe: PoolObserver | undefined;
	resolve(result: unknown): void;
	reject(error: unknown): void;
	onSettled(): void;
}

export function createPoolTask(options: PoolTaskOptions): PoolTask {
	const { message, place, clock, observe, onSettled } = options;
	const arrivedAt = clock();
	let startedAt = 0;
	let attempts = 0;
	let settled = false;

	const settle = (end: () => void): void => {
		if (settled) return;
		settled = true;
		onSettled();
		end();
	};

	return {
		message,
		place,
		attempts: () => attempts,
		settled: () => settled,
		started() {
			if (attempts++ > 0) return;
			startedAt = clock();
			observe?.started(place.lane, startedAt - arrivedAt);
		},
		finished: () => observe?.finished(place.lane, clock() - startedAt),
		resolve: (result) => settle(() => options.resolve(result)),
		reject: (error) => settle(() => options.reject(error)),
	};
}
