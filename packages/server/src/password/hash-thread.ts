import { Worker } from "node:worker_threads";
import type { HashAnswer, HashJob, HashParameters, HashResults } from "./hash-job.ts";

/** One hashing thread. It keeps the process alive only while it starts or works. */
export interface HashThread {
	start(job: HashJob): void;
	stop(): void;
	/** Resolves when the thread has ended, for whatever reason. */
	readonly gone: Promise<void>;
	/** Hashes done for jobs, in hashes of the present parameters. */
	work(): number;
	readonly worker: Worker;
}

export interface HashThreadEvents {
	ready(): void;
	done(result: HashResults[HashJob["kind"]]): void;
	/** The job failed, the thread lives. */
	failed(error: Error): void;
	/** The thread is gone, and with it the job it had. */
	died(cause: unknown): void;
}

/** Far above what a thread needs; a leak then ends one thread instead of the service. argon2's memory is not heap. */
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4, codeRangeSizeMb: 8, stackSizeMb: 1 };

export function createHashThread(parameters: HashParameters, events: HashThreadEvents): HashThread {
	// An empty environment and no inherited flags: the thread needs neither the secret nor a debugger or loader.
	const worker = new Worker(new URL("./hash-worker.ts", import.meta.url), {
		name: "hash",
		workerData: parameters,
		env: {},
		execArgv: [],
		resourceLimits,
	});
	let work = 0;
	let cause: unknown;

	worker.on("message", (answer: HashAnswer) => {
		worker.unref();
		if (answer.kind === "ready") return events.ready();
		if (answer.kind === "failed") return events.failed(new Error(answer.message));
		work = answer.work;
		events.done(answer.result);
	});
	worker.on("error", (error) => {
		cause = error;
	});
	const gone = new Promise<void>((resolve) => {
		worker.on("exit", (code) => {
			resolve();
			events.died(cause ?? new Error(`hashing thread ended with code ${code}`));
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
		work: () => work,
	};
}
