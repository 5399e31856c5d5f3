import type { Clock, Schedule } from "./clock.ts";
import type { FetchService } from "./fetch-service.ts";
import { createFetchStatusList, type FetchedList } from "./fetch-status-list.ts";
import { createFreshCopy, type FreshCopy, NotServed, RETRY_AFTER } from "./fresh-copy.ts";
import type { Keys } from "./keys.ts";
import type { OpenSigned } from "./signed-token.ts";
import { isMarked } from "./status-list.ts";
import { VerifyError } from "./verify-error.ts";

/** Whether tokens are revoked. Lists in use are fetched again in the background. */
export interface StatusLists {
	/** undefined: the list is missing or not fresh. null: it has no such entry. */
	peek(list: string, index: number, now: number): boolean | null | undefined;
	/** Throws service_unavailable when that is unknown. null as above. */
	isRevoked(list: string, index: number): Promise<boolean | null>;
	close(): void;
}

export interface StatusLimits {
	/** Milliseconds: the oldest usable list while the service is reachable. */
	maximumAge: number;
	/** Milliseconds: the oldest usable list while it is not. Infinity: tokens without a list count as not revoked. */
	staleFor: number;
}

/** Milliseconds without use after which a list is no longer fetched. */
const IN_USE_FOR = 60_000;
/** The service fills a list for a day or until it is full, so far fewer are in use. */
const MAXIMUM_LISTS = 64;
/** Spreads the requests of verifiers that started together: up to a fifth sooner or later. */
const JITTER = 0.2;

interface Kept {
	copy: FreshCopy<FetchedList>;
	usedAt: number;
	ttl: number;
	callOff: (() => void) | undefined;
}

export function createStatusLists(dependencies: {
	issuer: string;
	fetchService: FetchService;
	openSigned: OpenSigned;
	keys: Pick<Keys, "holds">;
	clock: Clock;
	schedule: Schedule;
	/** 0 to 1. */
	random: () => number;
	report: (cause: unknown) => void;
	limits: StatusLimits;
}): StatusLists {
	const { keys, clock, schedule, random, report, limits } = dependencies;
	const fetchStatusList = createFetchStatusList(dependencies);
	const lists = new Map<string, Kept>();
	let closed = false;

	function keep(uri: string): Kept {
		const kept: Kept = {
			usedAt: clock(),
			ttl: limits.maximumAge,
			callOff: undefined,
			copy: createFreshCopy({
				clock,
				report,
				// A list and a key set from before and after a replacement of the keys must never be combined: the signing key
				// of the list tells them apart.
				holds: ({ key }) => keys.holds(key),
				async load(previous) {
					const now = clock();
					const value = await fetchStatusList(uri, now, previous);
					kept.ttl = value.ttl;
					return { value, ...timesOf(value.expiresAt - now, limits) };
				},
			}),
		};
		lists.set(uri, kept);
		if (lists.size > MAXIMUM_LISTS) forgetLeastUsed();
		return kept;
	}

	function forgetLeastUsed(): void {
		const [uri, kept] = [...lists].reduce((one, other) => (other[1].usedAt < one[1].usedAt ? other : one));
		kept.callOff?.();
		lists.delete(uri);
	}

	/** Fetches the list before it gets too old, as long as it is in use. */
	function watch(uri: string, kept: Kept, wait: number): void {
		const delay = Math.min(wait, limits.maximumAge / (1 + JITTER)) * (1 - JITTER + 2 * JITTER * random());
		kept.callOff = schedule(async () => {
			kept.callOff = undefined;
			if (clock() - kept.usedAt > IN_USE_FOR) return;
			const good = await kept.copy.refreshUnlessWithin(0);
			// Instances may publish the signing key of a list up to a second apart.
			if (lists.get(uri) === kept) use(uri, kept, kept.usedAt, good ? kept.ttl : RETRY_AFTER);
		}, delay);
	}

	function use(uri: string, kept: Kept, now: number, wait = kept.ttl): void {
		kept.usedAt = now;
		if (kept.callOff === undefined && !closed) watch(uri, kept, wait);
	}

	return {
		peek(uri, index, now) {
			const kept = lists.get(uri);
			const list = kept?.copy.peek(now);
			if (kept === undefined || list === undefined) return undefined;
			use(uri, kept, now);
			return isMarked(list, index);
		},
		async isRevoked(uri, index) {
			const kept = lists.get(uri) ?? keep(uri);
			try {
				const list = await kept.copy.get();
				use(uri, kept, clock());
				return isMarked(list, index);
			} catch (error) {
				const away = !(error instanceof VerifyError && error.cause instanceof NotServed);
				if (limits.staleFor !== Number.POSITIVE_INFINITY || !away) throw error;
				const last = kept.copy.latest();
				return last !== undefined && isMarked(last, index);
			}
		},
		close() {
			closed = true;
			for (const { callOff } of lists.values()) callOff?.();
		},
	};
}

/** How long a list that expires in `life` milliseconds is fresh, and how long it is usable. */
function timesOf(life: number, { maximumAge, staleFor }: StatusLimits) {
	return {
		freshFor: Math.min(maximumAge, life),
		usableFor: staleFor === Number.POSITIVE_INFINITY ? staleFor : Math.min(staleFor, life),
	};
}
