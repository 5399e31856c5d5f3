import type { Clock } from "../lib/clock.ts";
import type { HashJob, HashParameters, HashResults } from "./hash-job.ts";
import { createHashQueue, Overloaded } from "./hash-queue.ts";
import { createHashThread, type HashThread } from "./hash-thread.ts";

export interface HashPoolOptions {
	threads: number;
	parameters: HashParameters;
	/** Jobs that may wait for a thread. */
	queueLimit: number;
	/** Milliseconds within which a job must have started. */
	deadline: number;
	clock: Clock;
}

export interface HashPool {
	/**
	 * Rejects with Overloaded when the job was not tried, with the reason of the signal when that came first, and with
	 * another error when hashing itself broke.
	 */
	run<Job extends HashJob>(job: Job, signal?: AbortSignal): Promise<HashResults[Job["kind"]]>;
	/** Throws Overloaded when a job could not even wait now. */
	refuseWhenFull(): void;
	/** Resolves when every thread can hash; rejects when one cannot start. */
	ready(): Promise<void>;
	/** Refuses what waits, lets what runs finish, ends the threads. */
	close(): Promise<void>;
	/** Work done for jobs, in hashes of the present parameters. */
	work(): number;
	/** The threads that live now; a look inside for tests. */
	threads(): HashThread[];
}

type Result = HashResults[HashJob["kind"]];

interface Task {
	job: HashJob;
	/** Times that a thread was given it. */
	attempts: number;
	settled: boolean;
	resolve(result: Result): void;
	reject(error: unknown): void;
}

interface Slot {
	thread: HashThread;
	warm: boolean;
	task: Task | null;
}

/**
 * A fixed number of hashing threads, started in the background. A thread that dies hands its job to a replacement, once;
 * further replacements start when a job asks for them, so that a broken machine never restarts threads in a circle.
 */
export function createHashPool({ threads, parameters, queueLimit, deadline, clock }: HashPoolOptions): HashPool {
	const queue = createHashQueue<Task>({ limit: queueLimit, deadline, clock });
	const slots = new Set<Slot>();
	const idle: Slot[] = [];
	const allWarm = Promise.withResolvers<void>();
	allWarm.promise.catch(() => {}); // nobody may be waiting for it
	let workOfTheDead = 0;
	let closing = false;
	let alarm: NodeJS.Timeout | undefined;

	startMissing();

	function startMissing(): void {
		while (slots.size < threads) startThread(null);
	}

	function startThread(first: Task | null): void {
		const slot: Slot = {
			warm: false,
			task: first,
			thread: createHashThread(parameters, {
				ready() {
					slot.warm = true;
					if ([...slots].filter((each) => each.warm).length === threads) allWarm.resolve();
					if (slot.task === null) feed(slot);
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
		slot.thread.start(task.job);
	}

	function finish(slot: Slot, settle: (task: Task) => void): void {
		const task = slot.task;
		slot.task = null;
		if (task !== null) settle(task);
		feed(slot);
	}

	function feed(slot: Slot): void {
		refuseLate();
		const task = queue.next();
		if (task !== undefined) give(slot, task);
		else if (closing) slot.thread.stop();
		else idle.push(slot);
		setAlarm();
	}

	function bury(slot: Slot, cause: unknown): void {
		slots.delete(slot);
		if (idle.includes(slot)) idle.splice(idle.indexOf(slot), 1);
		workOfTheDead += slot.thread.work();
		const broken = new Error("A password hashing thread died.", { cause });
		if (!slot.warm) allWarm.reject(broken);
		const task = slot.task;
		if (task !== null && !task.settled && slot.warm && task.attempts === 1 && !closing) startThread(task);
		else task?.reject(broken);
		if (slots.size > 0 || closing) return;
		if (slot.warm && queue.timeToDeadline() !== null) startMissing();
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
		if (free !== undefined) return give(free, task);
		queue.add(task);
		setAlarm();
	}

	return {
		run<Job extends HashJob>(job: Job, signal?: AbortSignal) {
			return new Promise<HashResults[Job["kind"]]>((resolve, reject) => {
				signal?.throwIfAborted();
				const settle = (end: () => void): void => {
					if (task.settled) return;
					task.settled = true;
					signal?.removeEventListener("abort", giveUp);
					end();
				};
				const task: Task = {
					job,
					attempts: 0,
					settled: false,
					resolve: (result) => settle(() => resolve(result as HashResults[Job["kind"]])),
					reject: (error) => settle(() => reject(error)),
				};
				const giveUp = (): void => {
					queue.remove(task);
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
			for (const slot of slots) if (slot.task === null) slot.thread.stop();
			await Promise.all([...slots].map((slot) => slot.thread.gone));
		},
		work: () => [...slots].reduce((sum, slot) => sum + slot.thread.work(), workOfTheDead),
		threads: () => [...slots].map((slot) => slot.thread),
	};
}
