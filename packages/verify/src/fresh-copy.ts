import type { Clock } from "./clock.ts";
import { unavailable } from "./verify-error.ts";

export interface Loaded<Value> {
	value: Value;
	/** Milliseconds from when it was asked for, in which it is as good as new. */
	freshFor: number;
	/** Likewise, in which it may serve while the service is away. */
	usableFor: number;
}

/** A copy of something that the service publishes. However many need it, it is asked for once at a time. */
export interface FreshCopy<Value> {
	/** undefined unless it is fresh. */
	peek(now: number): Value | undefined;
	/** The copy, asked for first unless it is fresh. Throws service_unavailable when there is none that may be used. */
	get(): Promise<Value>;
	/** Asks for it, unless that is under way; never rejects. */
	refresh(): Promise<void>;
	/** Likewise, but not within `pause` milliseconds after it was asked for last. Resolves to whether the copy is good. */
	refreshUnlessWithin(pause: number): Promise<boolean>;
}

/** Milliseconds between two questions to a service that is away. */
const RETRY_AFTER = 1000;

export function createFreshCopy<Value>(dependencies: {
	load: (previous: Value | undefined) => Promise<Loaded<Value>>;
	clock: Clock;
	/** Told of every failure; whoever needs the copy is not told unless it has to be refused. */
	report: (cause: unknown) => void;
}): FreshCopy<Value> {
	const { load, clock, report } = dependencies;
	let copy: (Loaded<Value> & { askedAt: number }) | undefined;
	let failure: { cause: unknown } | undefined;
	let underWay: Promise<void> | undefined;
	let askedAt = Number.NEGATIVE_INFINITY;

	/** A clock that was set back makes everything old. */
	const within = (now: number, since: number, span: number) => now >= since && now - since < span;
	const peek = (now: number) =>
		copy !== undefined && within(now, copy.askedAt, copy.freshFor) ? copy.value : undefined;
	const usable = (now: number) =>
		copy !== undefined && within(now, copy.askedAt, Math.max(copy.freshFor, copy.usableFor));

	async function ask(): Promise<void> {
		askedAt = clock();
		try {
			const loaded = await load(copy?.value);
			copy = { ...loaded, askedAt };
			failure = undefined;
		} catch (cause) {
			failure = { cause };
			report(cause);
		}
	}

	function refresh(): Promise<void> {
		underWay ??= ask().finally(() => {
			underWay = undefined;
		});
		return underWay;
	}

	async function refreshUnlessWithin(pause: number): Promise<boolean> {
		if (underWay !== undefined || !within(clock(), askedAt, pause)) await refresh();
		return failure === undefined;
	}

	return {
		peek,
		refresh,
		refreshUnlessWithin,
		async get() {
			const fresh = peek(clock());
			if (fresh !== undefined) return fresh;
			const asking = refreshUnlessWithin(failure === undefined ? 0 : RETRY_AFTER);
			// Once the service is known to be away, nobody waits for it who need not.
			if (failure === undefined || !usable(clock())) await asking;
			if (copy !== undefined && usable(clock())) return copy.value;
			throw unavailable(failure?.cause);
		},
	};
}
