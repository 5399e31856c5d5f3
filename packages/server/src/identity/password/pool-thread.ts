import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { type ResourceLimits, Worker } from "node:worker_threads";
import type { ThreadMessage } from "./thread-messages.ts";

export interface ThreadProgram {
	/** The file that the thread runs; it ends in answerJobs. */
	url: URL;
	data?: unknown;
	resourceLimits: ResourceLimits;
}

/** One thread of a pool. It keeps the process alive only while it starts or works. */
export interface PoolThread {
	start(job: unknown): void;
	stop(): void;
	/** Resolves when the thread has ended, for whatever reason. */
	readonly gone: Promise<void>;
	readonly worker: Worker;
}

export interface PoolThreadEvents {
	ready(): void;
	done(result: unknown): void;
	/** The job failed, the thread lives. */
	failed(error: Error): void;
	/** The thread is gone, and with it the job it had. */
	died(cause: unknown): void;
}

export function createPoolThread(program: ThreadProgram, events: PoolThreadEvents): PoolThread {
	const worker = new Worker(program.url, {
		name: "password",
		workerData: program.data,
		env: environment(),
		execArgv: [], // no debugger, watcher or loader of the main thread
		resourceLimits: program.resourceLimits,
	});
	let cause: unknown;

	worker.on("message", (message: ThreadMessage) => {
		worker.unref();
		if (message.kind === "ready") events.ready();
		else if (message.kind === "done") events.done(message.result);
		else events.failed(new Error(message.message));
	});
	worker.on("error", (error) => {
		cause = error;
	});
	const gone = new Promise<void>((resolve) => {
		worker.on("exit", (code) => {
			resolve();
			events.died(cause ?? new Error(`thread ended with code ${code}`));
		});
	});

	return {
		worker,
		gone,
		start(job) {
			worker.ref();
			worker.postMessage(job);
		},
		stop() {
			void worker.terminate();
		},
	};
}

/**
 * A thread does not get the environment, which may hold the secret. It shares the compile cache, when there is one:
 * without it each thread loads the type stripper, 13 MB of memory and half of its time to start.
 */
function environment(): NodeJS.ProcessEnv {
	const versioned = getCompileCacheDir();
	return versioned === undefined ? {} : { NODE_COMPILE_CACHE: dirname(versioned) };
}
