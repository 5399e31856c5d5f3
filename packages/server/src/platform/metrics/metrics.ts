/**
 * Metrics for operators, in the text format of Prometheus. All series are declared in this folder; features only call the
 * functions below. Labels come from fixed lists, never from a username, address or id (CredStuff-1).
 */
import type { ReportedResponse } from "../http/response-report.ts";
import { createCountResponses } from "./count-responses.ts";
import { createLabelCounter } from "./label-counter.ts";
import { createHashObserver, type HashObserver } from "./observe-hashing.ts";
import { collectProcessMetrics, Gauge, Registry } from "./prom-client.ts";
import { createReadStore, type LiveSessions } from "./read-store.ts";
import { createTimeChecks } from "./time-checks.ts";

export interface Metrics {
	responded: (responded: ReportedResponse) => void;
	/** Counts a closed connection. */
	connectionRefused: (reason: string) => void;
	hashing: HashObserver;
	/** Counts decisions about attempts (CredStuff-1: attempted and mitigated). */
	throttleDecided: (decision: string) => void;
	/** Wraps a check of a credential. */
	timeChecks: ReturnType<typeof createTimeChecks>;
	/** The first call also starts to observe the process and its event loop. */
	scrape(): Promise<{ contentType: string; text: string }>;
}

export function createMetrics(sources: {
	version: string;
	baseUrl: string;
	/** Waiting hashing jobs. */
	waiting: () => Record<"known" | "quiet" | "suspect", number>;
	/** Minimum response time of a wrong password, in milliseconds. */
	refusalTime: () => number;
	/** Rejects when the store is unavailable. */
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
	let observingProcess: Promise<void> | null = null;
	let running: ReturnType<Metrics["scrape"]> | null = null;

	async function scrape() {
		observingProcess ??= collectProcessMetrics(registry);
		await observingProcess;
		await readStore();
		return { contentType: registry.contentType, text: await registry.metrics() };
	}

	return {
		responded: createCountResponses({ registry, basePath }),
		connectionRefused: createLabelCounter(registry, {
			name: "sallyport_connections_refused_total",
			help: "Connections that were closed: beyond the limit, for requests sent too far ahead, for responses left unread.",
			label: "reason",
			values: ["limit", "pipelining", "unread"],
		}),
		hashing: createHashObserver({ registry, waiting }),
		throttleDecided: createLabelCounter(registry, {
			name: "sallyport_throttle_decisions_total",
			help: "Attempts at a password: allowed, or held back by which counter.",
			label: "decision",
			values: ["allowed", "account", "client", "address", "network", "csrf", "lock"],
		}),
		timeChecks: createTimeChecks(registry),
		// Parallel scrapes share one result: sessions are counted once at a time.
		scrape() {
			running ??= scrape().finally(() => {
				running = null;
			});
			return running;
		},
	};
}
