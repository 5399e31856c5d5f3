import { Gauge, Histogram, type Registry } from "prom-client";
import { createLabelCounter } from "./label-counter.ts";
import { type Lane, lanes } from "./lanes.ts";

/** Called by the hasher for its jobs. */
export type HashObserver = ReturnType<typeof createHashObserver>;

/** Up to the deadline of the queue, 2 s by default, and beyond. */
const waitBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];
/** 10 ms at the default cost; up to seconds for expensive hashes on a busy machine. */
const runBuckets = [0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

/** The queue of hashing: how long it is, how long jobs wait and run, and what is turned away. */
export function createHashObserver(registry: Registry, waiting: () => Record<Lane, number>) {
	const common = { labelNames: ["lane"], registers: [registry] };
	new Gauge({
		...common,
		name: "sallyport_hash_queue_length",
		help: "Hashing jobs that wait for a thread, by lane.",
		collect() {
			const now = waiting();
			for (const lane of lanes) this.set({ lane }, now[lane]);
		},
	});
	const waits = new Histogram({
		...common,
		name: "sallyport_hash_queue_wait_seconds",
		help: "How long hashing jobs waited before they started, by lane.",
		buckets: waitBuckets,
	});
	const runs = new Histogram({
		...common,
		name: "sallyport_hash_seconds",
		help: "How long hashing jobs ran, by lane.",
		buckets: runBuckets,
	});
	for (const lane of lanes) {
		waits.zero({ lane });
		runs.zero({ lane });
	}
	return {
		/** `waited` is in milliseconds, as is `ran` below. */
		started: (lane: Lane, waited: number) => waits.observe({ lane }, waited / 1000),
		finished: (lane: Lane, ran: number) => runs.observe({ lane }, ran / 1000),
		refused: createLabelCounter(registry, {
			name: "sallyport_hash_refused_total",
			help: "Hashing jobs that were not tried: full queue, deadline passed, service stopping.",
			label: "reason",
			values: ["full", "late", "closing"],
		}),
	};
}
