import { once } from "node:events";
import { Worker } from "node:worker_threads";

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
		for (const worker of workers) worker.postMessage("go");
		const counts = await Promise.all(workers.map((worker) => once(worker, "message")));
		const seconds = (performance.now() - began) / 1000;
		const sum = (which: "verified" | "ran") =>
			counts.reduce((total, [count]) => total + Number(count[which]), 0);
		return { perSecond: sum("verified") / seconds, perProcessorSecond: sum("verified") / sum("ran") };
	} finally {
		await Promise.all(workers.map((worker) => worker.terminate()));
	}
}
