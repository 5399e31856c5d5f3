import type { Clock } from "../lib/clock.ts";
import { createJobQueue } from "./job-queue.ts";
import { Overloaded } from "./overloaded.ts";
import { createPoolThread, type PoolThread, type ThreadProgram } from "./pool-thread.ts";
import type { JobKinds } from "./thread-messages.ts";

export interface ThreadPoolOptions {
	threads: number;
	program: ThreadProgram;
	/** Jobs that may wait for a thread. */
	queueLimit: number;
	/** Milliseconds within which a job must have started. */
	deadline: number;
	clock: Clock;
	/**
	 * null: threads start now, in the background, and stay. A number: they start when there is work and end after so many
	 * milliseconds without.
	 */
	endWhenIdle: number | null;
	/** A signal takes out a job that waits; true: one that runs already is finished and answered all the same. */
	finishRunning?: boolean;
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
	): Promise<Kinds[Kind]["result"]>;
	/** Throws Overloaded when a job could not even wait now. */
	refuseWhenFull(): void;
	/** Resolves when every thread is warm; rejects when one cannot start. */
	ready(): Promise<void>;
	/** Refuses what waits, lets what runs finish, ends the threads. */
	close(): Promise<void>;
	/** The threads that live now. */
	threads(): PoolThread[];
}

interface Task {
	message: unknown;
	/** Times that a thread was given it. */
	attempts: number;
	settled: boolean;
	resolve(result: unknown): void;
	reject(error: unknown): void;
}

interface Slot {
	thread: PoolThread;
	warm: boolean;
	task: Task | null;
}

/**
 * At most so many threads, each with one job at a time. A thread that dies hands its job to a replacement, once; further
 * replacements start when a job asks for them, so that a broken machine never restarts threads in a circle.
 */
export function createThreadPool<Kinds extends JobKinds<Kinds>>(
	options: ThreadPoolOptions,
): ThreadPool<Kinds> {
	const { threads, program, deadline, endWhenIdle, finishRunning = false } = options;
	const queue = createJobQueue<Task>({ limit: options.queueLimit, deadline, clock: options.clock });
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

	function startThread(first: Task | null): void {
		const slot: Slot = {
			warm: false,
			task: first,
			thread: createPoolThread(program, {
				ready() {
					slot.warm = true;
					if ([...slots].filter((each) => each.warm).length === threads) allWarm.resolve();
					if (slot.task === null || slot.task.settled) feed(slot);
					else give(slot, slot.task);
				},
				done: (result) => finish(slot, (task) => task.resolve(result)),
				failed: (error) => finish(slot, (task) => task.reject(error)),
				died: (cause) => bury(slot, cause),
			}),
		};
		slots.add(slot);
	}

	function give(slot: Slot, task: Task): void {
		task.attempts++;
		slot.task = task;
		slot.thread.start(task.message);
	}

	function finish(slot: Slot, settle: (task: Task) => void): void {
		if (slot.task !== null) settle(slot.task);
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
		if (task !== null && !task.settled && slot.warm && task.attempts === 1 && !closing) startThread(task);
		else task?.reject(broken);
		if (slots.size > 0 || queue.timeToDeadline() === null) return;
		if (slot.warm) startMissing();
		else for (const waiting of queue.takeAll()) waiting.reject(broken);
		setAlarm();
	}

	function refuseLate(): void {
		for (const task of queue.takeLate()) task.reject(new Overloaded("late", deadline));
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

	function submit(task: Task): void {
		if (closing) throw new Overloaded("closing", deadline);
		startMissing();
		refuseLate();
		const free = idle.pop();
		if (free === undefined) queue.add(task);
		else give(free, task);
		setAlarm();
	}

	return {
		run<Kind extends keyof Kinds>(kind: Kind, input: Kinds[Kind]["input"], signal?: AbortSignal) {
			return new Promise<Kinds[Kind]["result"]>((resolve, reject) => {
				signal?.throwIfAborted();
				const settle = (end: () => void): void => {
					if (task.settled) return;
					task.settled = true;
					signal?.removeEventListener("abort", giveUp);
					end();
				};
				const task: Task = {
					message: { kind, input },
					attempts: 0,
					settled: false,
					resolve: (result) => settle(() => resolve(result)),
					reject: (error) => settle(() => reject(error)),
				};
				const giveUp = (): void => {
					if (!queue.remove(task) && finishRunning) return;
					setAlarm();
					task.reject(signal?.reason);
				};
				submit(task);
				signal?.addEventListener("abort", giveUp);
			});
		},
		refuseWhenFull() {
			if (idle.length > 0) return;
			refuseLate();
			queue.refuseWhenFull();
		},
		ready: () => allWarm.promise,
		async close() {
			closing = true;
			const refused = new Overloaded("closing", deadline);
			allWarm.reject(refused);
			for (const task of queue.takeAll()) task.reject(refused);
			setAlarm();
			clearTimeout(rest);
			for (const slot of slots) if (slot.task === null) slot.thread.stop();
			await Promise.all([...slots].map((slot) => slot.thread.gone));
		},
		threads: () => [...slots].map((slot) => slot.thread),
	};
}
