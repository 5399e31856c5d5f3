/**
 * Metrics for operators, in the text format of Prometheus.
 *
 * Owns every series: names, labels, buckets. Features know nothing of it: they take narrow callbacks, which app.ts and
 * start-service.ts fill in from here. Labels come from fixed lists; no username, address or id is ever one (CredStuff-1).
 */
import type { Answered } from "../http/report-answers.ts";
import { createCountAnswers } from "./count-answers.ts";
import { createCountConnectionRefusals } from "./count-connection-refusals.ts";
import { createCountThrottleDecisions } from "./count-throttle-decisions.ts";
import { createHashObserver, type HashObserver } from "./observe-hashing.ts";
import { collectProcessMetrics, Gauge, Registry } from "./prom-client.ts";
import { createReadStore, type LiveSessions } from "./read-store.ts";
import { createTimeChecks } from "./time-checks.ts";

export interface Metrics {
	/** Counts an answer. */
	answered: (answered: Answered) => void;
	/** Counts a connection that was closed for what its client did. */
	connectionRefused: (reason: string) => void;
	/** What the hasher tells of its jobs. */
	hashing: HashObserver;
	/** Counts what the throttle decided. */
	throttleDecided: (decision: string) => void;
	/** The same check, timed. */
	timeChecks: ReturnType<typeof createTimeChecks>;
	/** Everything, at this moment. The first call also begins to watch the process and its event loop. */
	scrape(): Promise<{ contentType: string; text: string }>;
}

export function createMetrics(sources: {
	version: string;
	baseUrl: string;
	/** Hashing jobs that wait now. */
	waiting: () => Record<"known" | "quiet" | "suspect", number>;
	/** A wrong password is answered no sooner; milliseconds. */
	refusalTime: () => number;
	/** Rejects when the store does not answer. */
	ping: () => Promise<void>;
	countLiveSessions: () => Promise<LiveSessions>;
}): Metrics {
	const { version, baseUrl, waiting, refusalTime, ping, countLiveSessions } = sources;
	const registry = new Registry();
	new Gauge({
		name: "sallyport_build_info",
		help: "1; the label tells the version.",
		labelNames: ["version"],
		registers: [registry],
	}).set({ version }, 1);
	new Gauge({
		name: "sallyport_refusal_floor_seconds",
		help: "A wrong password is answered no sooner: the setting, or what the most expensive imported hash takes here.",
		registers: [registry],
		collect() {
			this.set(refusalTime() / 1000);
		},
	});
	const basePath = new URL(baseUrl).pathname.replace(/\/$/, "");
	const readStore = createReadStore({ registry, ping, countLiveSessions });
	let watchesProcess: Promise<void> | null = null;
	let underWay: ReturnType<Metrics["scrape"]> | null = null;

	async function scrape() {
		watchesProcess ??= collectProcessMetrics(registry);
		await watchesProcess;
		await readStore();
		return { contentType: registry.contentType, text: await registry.metrics() };
	}

	return {
		answered: createCountAnswers({ registry, basePath }),
		connectionRefused: createCountConnectionRefusals(registry),
		hashing: createHashObserver({ registry, waiting }),
		throttleDecided: createCountThrottleDecisions(registry),
		timeChecks: createTimeChecks(registry),
		// Whoever asks while somebody else is being answered gets the same answer: one count of sessions at a time.
		scrape() {
			underWay ??= scrape().finally(() => {
				underWay = null;
			});
			return underWay;
		},
	};
}
