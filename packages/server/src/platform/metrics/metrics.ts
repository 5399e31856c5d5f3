/**
 * Metrics for operators, in the text format of Prometheus. All series are declared in this folder; features only call the
 * functions below. Labels come from fixed lists, never from a username, address or id (CredStuff-1): every new label value is a
 * series that never goes away.
 */

import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { basePathOf } from "../lib/base-path.ts";
import { createMailCounts } from "./count-mails.ts";
import { createCountResponses } from "./count-responses.ts";
import { createLabelCounter } from "./label-counter.ts";
import type { Lane } from "./lanes.ts";
import { createHashObserver } from "./observe-hashing.ts";
import { createTimeChecks } from "./time-checks.ts";

export type Metrics = ReturnType<typeof createMetrics>;

export interface MetricsSources {
	version: string;
	baseUrl: string;
	/** How many hashing jobs wait, by lane. */
	waiting: () => Record<Lane, number>;
	/** Minimum response time of a wrong password, in milliseconds. */
	refusalTime: () => number;
	/** Rejects when the store is unavailable. */
	ping: () => Promise<void>;
	/** Live sessions; `complete` is false when there are more than were counted. */
	countLiveSessions: () => Promise<{ cookie: number; token: number; complete: boolean }>;
	/** How many mails wait; null: this service sends none. */
	countWaitingMails: (() => Promise<number>) | null;
}

export function createMetrics(sources: MetricsSources) {
	const registry = new Registry();
	const registers = [registry];
	new Gauge({
		name: "sallyport_build_info",
		help: "1; the label tells the version.",
		labelNames: ["version"],
		registers,
	}).set({ version: sources.version }, 1);
	new Gauge({
		name: "sallyport_refusal_floor_seconds",
		help: "A wrong password is answered no sooner: the setting, or what the most expensive imported hash takes here.",
		registers,
		collect() {
			this.set(sources.refusalTime() / 1000);
		},
	});
	const readStore = createReadStore(registry, sources);
	let isObservingProcess = false;
	let running: ReturnType<typeof scrape> | null = null;

	async function scrape() {
		// From now on it samples the delay of the event loop.
		if (!isObservingProcess) collectDefaultMetrics({ register: registry });
		isObservingProcess = true;
		await readStore();
		return { contentType: registry.contentType, text: await registry.metrics() };
	}

	return {
		responded: createCountResponses(registry, basePathOf(sources.baseUrl)),
		/** Counts a closed connection. */
		connectionRefused: createLabelCounter(registry, {
			name: "sallyport_connections_refused_total",
			help: "Connections that were closed: beyond the limit, for requests sent too far ahead, for responses left unread.",
			label: "reason",
			values: ["limit", "pipelining", "unread"],
		}),
		hashing: createHashObserver(registry, sources.waiting),
		/** Counts decisions about attempts (CredStuff-1: attempted and mitigated). */
		throttleDecided: createLabelCounter(registry, {
			name: "sallyport_throttle_decisions_total",
			help: "Attempts at a password: allowed, or held back by which counter.",
			label: "decision",
			values: ["allowed", "account", "client", "address", "network", "csrf", "factor", "lock"],
		}),
		mailCounted: createMailCounts(registry, sources.countWaitingMails),
		/** Wraps a check of a credential. */
		timeChecks: createTimeChecks(registry),
		/**
		 * The first call also starts to observe the process and its event loop. Parallel scrapes share one result: sessions are
		 * counted once at a time.
		 */
		scrape() {
			running ??= scrape().finally(() => {
				running = null;
			});
			return running;
		},
	};
}

/** Reads the database at each scrape. An unavailable store is a value too, never a failed scrape. */
function createReadStore(
	registry: Registry,
	{ ping, countLiveSessions }: MetricsSources,
): () => Promise<void> {
	const registers = [registry];
	const up = new Gauge({
		name: "sallyport_store_up",
		help: "1 while the database answers and can be written to, else 0.",
		registers,
	});
	const live = new Gauge({
		name: "sallyport_sessions_live",
		help: "Live sessions of the whole deployment, the same on every instance. Absent while they cannot be counted.",
		labelNames: ["kind"],
		registers,
	});
	const capped = new Gauge({
		name: "sallyport_sessions_live_capped",
		help: "1 when sallyport_sessions_live is a lower bound, because there are more rows than are looked at.",
		registers,
	});
	const read = async () => {
		up.set(0);
		await ping();
		up.set(1);
		const { cookie, token, complete } = await countLiveSessions();
		live.set({ kind: "cookie" }, cookie);
		live.set({ kind: "token" }, token);
		capped.set(complete ? 0 : 1);
	};
	return () => read().catch(() => live.reset());
}
