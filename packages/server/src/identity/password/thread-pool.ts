import type { Clock } from "../../platform/lib/clock.ts";
import { type Random, systemRandom } from "../../platform/lib/random.ts";
import { createJobQueue } from "./job-queue.ts";
import { commonPlace, type Lane, type Place } from "./lanes.ts";
import { Overloaded } from "./overloaded.ts";
import { createPoolTask, type PoolObserver, type PoolTask } from "./pool-task.ts";
import { createPoolThread, type PoolThread, type ThreadProgram } from "./pool-thread.ts";
import type { JobKinds } from "./thread-messages.ts";

export interface ThreadPoolOptions {
	threads: number;
	program: ThreadProgram;
	/** Jobs that may wait for a thread, in each lane. */
	queueLimit: number;
	/** Milliseconds within which a job must have started. */
	deadline: number;
	clock: Clock;
	random?: Random | undefined;
	/**
	 * null: threads start now, in the background, and stay. A number: they start when there is work and end after so many
	 * milliseconds without.
	 */
	endWhenIdle: number | null;
	/** A signal takes out a job that waits; true: one that runs already is finished and answered all the same. */
	finishRunning?: boolean;
	observe?: PoolObserver | undefined;
}

export interface ThreadPool<Kinds extends JobKinds<Kinds>> {
	/**
	 * Rejects with Overloaded when the job was not tried, with the reason of the signal when that came first, and with
	 * another error when the work itself broke.
	 */
	run<Kind extends keyof Kinds>(
		kind: Kind,
		input: Kinds[Kind]["input"],
		signal?: AbortSignal,
		place?: Place,
	): Promise<Kinds[Kind]["result"]>;
	/** Throws Overloaded when a job from there would find no room now. */
	refuseWhenFull(from?: string, mayBeKnown?: boolean): void;
	/** Jobs that wait now. */
	waiting(): Record<Lane, number>;
	/** Resolves when every thread is warm; rejects when one cannot start. */
	ready(): Promise<void>;
	/** Refuses what waits, lets what runs finish, ends the threads. */
	close(): Promise<void>;
	/** The threads that live now. */
	threads(): PoolThread[];
}

interface Slot {
	thread: PoolThread;
	warm: boolean;
	task: PoolTask | null;
}

/**
 * At most so many threads, each with one job at a time. A thread that dies hands its job to a replacement, once; further
 * replacements start when a job asks for them, so that a broken machine never restarts threads in a circle.
 */
export function createThreadPool<Kinds extends JobKinds<Kinds>>(
	options: ThreadPoolOptions,
): ThreadPool<Kinds> {
	const { threads, program, deadline, clock, endWhenIdle, finishRunning = false, observe } = options;
	const { queueLimit: limit, random = systemRandom } = options;
	const queue = createJobQueue<PoolTask>({ limit, deadline, clock, random });
	const slots = new Set<Slot>();
	const idle: Slot[] = [];
	const allWarm = Promise.withResolvers<void>();
	allWarm.promise.catch(() => {}); // nobody may be waiting for it
	let closing = false;
	let alarm: NodeJS.Timeout | undefined;
	let rest: NodeJS.Timeout | undefined;

	if (endWhenIdle === null) startMissing();

	function startMissing(): void {
		while (slots.size < threads) startThread(null);
	}

	function startThread(first: PoolTask | null): void {
		const slot: Slot = {
			warm: false,
			task: first,
			thread: createPoolThread(program, {
				ready() {
					slot.warm = true;
					if ([...slots].filter((each) => each.warm).length === threads) allWarm.resolve();
					if (slot.task === null) feed(slot);
					else if (slot.task.settled()) finish(slot, () => {});
					else give(slot, slot.task);
				},
				done: (result) => finish(slot, (task) => task.resolve(result)),
				failed: (error) => finish(slot, (task) => task.reject(error)),
				died: (cause) => bury(slot, cause),
			}),
		};
		slots.add(slot);
	}

	function give(slot: Slot, task: PoolTask): void {
		task.started();
		slot.task = task;
		slot.thread.start(task.message);
	}

	function finish(slot: Slot, settle: (task: PoolTask) => void): void {
		if (slot.task !== null) {
			slot.task.finished();
			settle(slot.task);
		}
		feed(slot);
	}

	function feed(slot: Slot): void {
		slot.task = null;
		refuseLate();
		const task = queue.next();
		if (task !== undefined) give(slot, task);
		else if (closing) slot.thread.stop();
		else layOff(slot);
		setAlarm();
	}

	function layOff(slot: Slot): void {
		idle.push(slot);
		if (endWhenIdle === null) return;
		clearTimeout(rest);
		rest = setTimeout(() => {
			for (const each of idle.splice(0)) each.thread.stop();
		}, endWhenIdle).unref();
	}

	function bury(slot: Slot, cause: unknown): void {
		slots.delete(slot);
		if (idle.includes(slot)) idle.splice(idle.indexOf(slot), 1);
		const broken = new Error("A password thread died.", { cause });
		if (!slot.warm) allWarm.reject(broken);
		const task = slot.task;
		if (task !== null) {
			const again = !task.settled() && slot.warm && task.attempts() === 1 && !closing;
			if (again) startThread(task);
			else {
				task.finished();
				task.reject(broken);
			}
		}
		if (slots.size > 0 || queue.timeToDeadline() === null) return;
		if (slot.warm) startMissing();
		else for (const waiting of queue.takeAll()) waiting.reject(broken);
		setAlarm();
	}

	function refusal(reason: Overloaded["reason"]): Overloaded {
		observe?.refused(reason);
		return new Overloaded(reason, deadline);
	}

	function refuseLate(): void {
		for (const task of queue.takeLate()) task.reject(refusal("late"));
	}

	/** Usually a thread that becomes free finds the late jobs; the alarm is for threads that take long or never start. */
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

	function submit(task: PoolTask): void {
		if (closing) {
			task.reject(refusal("closing"));
			return;
		}
		startMissing();
		refuseLate();
		const free = idle.pop();
		if (free === undefined) queue.add(task, task.place)?.reject(refusal("full"));
		else give(free, task);
		setAlarm();
	}

	return {
		run<Kind extends keyof Kinds>(
			kind: Kind,
			input: Kinds[Kind]["input"],
			signal?: AbortSignal,
			place = commonPlace,
		) {
			return new Promise<Kinds[Kind]["result"]>((resolve, reject) => {
				signal?.throwIfAborted();
				const giveUp = (): void => {
					if (!queue.remove(task) && finishRunning) return;
					setAlarm();
					task.reject(signal?.reason);
				};
				const onSettled = (): void => signal?.removeEventListener("abort", giveUp);
				const message = { kind, input };
				const task = createPoolTask({ message, place, clock, observe, resolve, reject, onSettled });
				signal?.addEventListener("abort", giveUp);
				submit(task);
			});
		},
		refuseWhenFull(from = commonPlace.from, mayBeKnown = false) {
			if (idle.length > 0) return;
			refuseLate();
			if (!queue.hasRoom(from, mayBeKnown)) throw refusal("full");
		},
		waiting: queue.sizes,
		ready: () => allWarm.promise,
		async close() {
			closing = true;
			allWarm.reject(new Overloaded("closing", deadline));
			for (const task of queue.takeAll()) task.reject(refusal("closing"));
			setAlarm();
			clearTimeout(rest);
			for (const slot of slots) if (slot.task === null) slot.thread.stop();
			await Promise.all([...slots].map((slot) => slot.thread.gone));
		},
		threads: () => [...slots].map((slot) => slot.thread),
	};
}
