import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { processTime } from "../lib/processor.ts";

export interface HashParameters {
	/** KiB. */
	memory: number;
	passes: number;
	parallelism: number;
}

export interface RawHashes {
	perSecond: number;
	perProcessorSecond: number;
}

/** What the machine can do at most: threads of the same library that do nothing but verify, for `duration` milliseconds. */
export async function measureRawHashes(options: {
	threads: number;
	parameters: HashParameters;
	duration: number;
}): Promise<RawHashes> {
	const { threads, parameters, duration } = options;
	const url = new URL("./raw-hash-thread.ts", import.meta.url);
	const workers = Array.from(
		{ length: threads },
		() => new Worker(url, { workerData: { parameters, duration } }),
	);
	try {
		await Promise.all(workers.map((worker) => once(worker, "message")));
		const began = performance.now();
		const before = processTime(process.pid).ran;
		for (const worker of workers) worker.postMessage("go");
		const counts = await Promise.all(workers.map((worker) => once(worker, "message")));
		const verified = counts.reduce((sum, [count]) => sum + Number(count), 0);
		const ran = processTime(process.pid).ran - before;
		return {
			perSecond: verified / ((performance.now() - began) / 1000),
			perProcessorSecond: verified / ran,
		};
	} finally {
		await Promise.all(workers.map((worker) => worker.terminate()));
	}
}
