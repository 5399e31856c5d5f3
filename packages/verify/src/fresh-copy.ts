import type { Clock } from "./clock.ts";
import { unavailable } from "./verify-error.ts";

export interface Loaded<Value> {
	value: Value;
	/** Milliseconds from when it was asked for, in which it is as good as new. */
	freshFor: number;
	/** Likewise, in which it may serve while the service is away. */
	usableFor: number;
}

/**
 * The service was reached, and what it said does not serve: no outage, in which an old copy might go on beyond its time.
 */
export class NotServed extends Error {}

/** A copy of something that the service publishes. However many need it, it is asked for once at a time. */
export interface FreshCopy<Value> {
	/** undefined unless it is fresh. */
	peek(now: number): Value | undefined;
	/** However old; undefined before the first. */
	latest(): Value | undefined;
	/** The copy, asked for first unless it is fresh. Throws service_unavailable when there is none that may be used. */
	get(): Promise<Value>;
	/**
	 * Asks for it, unless that is under way or was begun within the last `pause` milliseconds. Resolves to whether the copy
	 * is good; never rejects.
	 */
	refreshUnlessWithin(pause: number): Promise<boolean>;
}

/** Milliseconds between two questions to a service that did not give what it was asked for. */
export const RETRY_AFTER = 1000;
/** Milliseconds after a failure in which the service counts as away: an idle copy waits again to see whether it is back. */
const AWAY_FOR = 10_000;

export function createFreshCopy<Value>(dependencies: {
	load: (previous: Value | undefined) => Promise<Loaded<Value>>;
	clock: Clock;
	/** Told of every failure; whoever needs the copy is not told unless it has to be refused. */
	report: (cause: unknown) => void;
	/** Whether something else, that may change at any time, still bears a value out; if not, there is no copy. */
	holds?: (value: Value) => boolean;
}): FreshCopy<Value> {
	const { load, clock, report, holds = () => true } = dependencies;
	let copy: (Loaded<Value> & { askedAt: number }) | undefined;
	let failure: { cause: unknown } | undefined;
	let underWay: Promise<void> | undefined;
	let askedAt = Number.NEGATIVE_INFINITY;

	/** A clock that was set back makes everything old. */
	const within = (now: number, since: number, span: number) => now >= since && now - since < span;
	const standing = () => (copy !== undefined && holds(copy.value) ? copy : undefined);
	const peek = (now: number) => {
		const found = standing();
		return found !== undefined && within(now, found.askedAt, found.freshFor) ? found.value : undefined;
	};
	const peekUsable = (now: number) => {
		const found = standing();
		if (found === undefined) return undefined;
		return within(now, found.askedAt, Math.max(found.freshFor, found.usableFor)) ? found.value : undefined;
	};

	async function ask(): Promise<void> {
		askedAt = clock();
		try {
			const loaded = await load(standing()?.value);
			copy = { ...loaded, askedAt };
			failure = undefined;
		} catch (cause) {
			failure = { cause };
			if (cause instanceof NotServed && copy !== undefined) copy.usableFor = 0;
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
		latest: () => copy?.value,
		refreshUnlessWithin,
		async get() {
			const fresh = peek(clock());
			if (fresh !== undefined) return fresh;
			const away = failure !== undefined && within(clock(), askedAt, AWAY_FOR);
			const asking = refreshUnlessWithin(failure === undefined ? 0 : RETRY_AFTER);
			// Once the service is known to be away, nobody waits for it who need not.
			if (!away || peekUsable(clock()) === undefined) await asking;
			const usable = peekUsable(clock());
			if (usable !== undefined) return usable;
			throw unavailable(failure?.cause);
		},
	};
}
