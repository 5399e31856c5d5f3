import type { Clock } from "./clock.ts";
import { unavailable } from "./verify-error.ts";

export interface Loaded<Value> {
	value: Value;
	/** Milliseconds since its request, in which it is fresh. */
	freshFor: number;
	/** Milliseconds since its request, in which it may be used while the service is unavailable. */
	usableFor: number;
}

/**
 * The service responded, but not with what was requested: not an outage, in which an old copy may be used longer.
 */
export class NotServed extends Error {}

/** A copy of a document that the service publishes. Parallel callers share one request. */
export interface FreshCopy<Value> {
	/** undefined unless it is fresh. */
	peek(now: number): Value | undefined;
	/** Of any age; undefined before the first. */
	latest(): Value | undefined;
	/** The copy, fetched unless it is fresh. Throws service_unavailable when there is no usable one. */
	get(): Promise<Value>;
	/**
	 * Fetches it, unless a fetch is running or began within the last `pause` milliseconds. Resolves with whether the copy is
	 * usable; never rejects.
	 */
	refreshUnlessWithin(pause: number): Promise<boolean>;
}

/** Milliseconds between requests to a service that did not respond properly. */
export const RETRY_AFTER = 1000;
/** Milliseconds after a failure in which the service counts as unavailable; later, a caller waits for a new attempt. */
const AWAY_FOR = 10_000;

export function createFreshCopy<Value>(dependencies: {
	load: (previous: Value | undefined) => Promise<Loaded<Value>>;
	clock: Clock;
	/** Called for every failure; callers only see one if there is no usable copy. */
	report: (cause: unknown) => void;
	/** Whether a value is still valid by something that may change at any time; if not, there is no copy. */
	holds?: (value: Value) => boolean;
}): FreshCopy<Value> {
	const { load, clock, report, holds = () => true } = dependencies;
	let copy: (Loaded<Value> & { requestedAt: number }) | undefined;
	let failure: { cause: unknown } | undefined;
	let running: Promise<void> | undefined;
	let requestedAt = Number.NEGATIVE_INFINITY;

	/** After the clock was set back, everything counts as old. */
	const within = (now: number, since: number, span: number) => now >= since && now - since < span;
	const standing = () => (copy !== undefined && holds(copy.value) ? copy : undefined);
	const peek = (now: number) => {
		const found = standing();
		return found !== undefined && within(now, found.requestedAt, found.freshFor) ? found.value : undefined;
	};
	const peekUsable = (now: number) => {
		const found = standing();
		if (found === undefined) return undefined;
		return within(now, found.requestedAt, Math.max(found.freshFor, found.usableFor))
			? found.value
			: undefined;
	};

	async function fetchCopy(): Promise<void> {
		requestedAt = clock();
		try {
			const loaded = await load(standing()?.value);
			copy = { ...loaded, requestedAt };
			failure = undefined;
		} catch (cause) {
			failure = { cause };
			if (cause instanceof NotServed && copy !== undefined) copy.usableFor = 0;
			report(cause);
		}
	}

	function refresh(): Promise<void> {
		running ??= fetchCopy().finally(() => {
			running = undefined;
		});
		return running;
	}

	async function refreshUnlessWithin(pause: number): Promise<boolean> {
		if (running !== undefined || !within(clock(), requestedAt, pause)) await refresh();
		return failure === undefined;
	}

	return {
		peek,
		latest: () => copy?.value,
		refreshUnlessWithin,
		async get() {
			const fresh = peek(clock());
			if (fresh !== undefined) return fresh;
			const away = failure !== undefined && within(clock(), requestedAt, AWAY_FOR);
			const refreshing = refreshUnlessWithin(failure === undefined ? 0 : RETRY_AFTER);
			// While the service is known to be unavailable, callers do not wait unless they must.
			if (!away || peekUsable(clock()) === undefined) await refreshing;
			const usable = peekUsable(clock());
			if (usable !== undefined) return usable;
			throw unavailable(failure?.cause);
		},
	};
}
