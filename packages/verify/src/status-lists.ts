import type { AskService } from "./ask-service.ts";
import type { Clock, Schedule } from "./clock.ts";
import { createFreshCopy, type FreshCopy, NotServed, RETRY_AFTER } from "./fresh-copy.ts";
import type { Keys } from "./keys.ts";
import type { OpenSigned } from "./signed-token.ts";
import { isMarked, MAXIMUM_TOKEN, readStatusList, type StatusList } from "./status-list.ts";
import { VerifyError } from "./verify-error.ts";

/** Tells of tokens whether they were revoked. Lists that are in use are asked for again in the background. */
export interface StatusLists {
	/** undefined: the list is not at hand or not fresh. null: it has no such place. */
	peek(list: string, index: number, now: number): boolean | null | undefined;
	/** Throws service_unavailable when that cannot be said. null as above. */
	isRevoked(list: string, index: number): Promise<boolean | null>;
	close(): void;
}

export interface StatusLimits {
	/** Milliseconds: no older list decides while the service can be reached. */
	maximumAge: number;
	/** Milliseconds: no older list decides while it cannot. Infinity: and what no list is at hand for is not revoked. */
	staleFor: number;
}

/** Milliseconds without use after which a list is left alone. */
const IN_USE_FOR = 60_000;
/** The service keeps a list for a day or until it is full; far fewer are alive at once. */
const MAXIMUM_LISTS = 64;
/** Verifiers that started together do not ask together: a fifth sooner or later. */
const JITTER = 0.2;

interface Kept {
	copy: FreshCopy<StatusList & { etag: string | null }>;
	usedAt: number;
	ttl: number;
	callOff: (() => void) | undefined;
}

export function createStatusLists(dependencies: {
	issuer: string;
	ask: AskService;
	openSigned: OpenSigned;
	keys: Pick<Keys, "holds">;
	clock: Clock;
	schedule: Schedule;
	/** 0 to 1. */
	random: () => number;
	report: (cause: unknown) => void;
	limits: StatusLimits;
}): StatusLists {
	const { issuer, ask, openSigned, keys, clock, schedule, random, report, limits } = dependencies;
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
				// By its key a list tells how the key set was when it was signed: a list and a key set from before and after a
				// replacement of the keys never decide together, in whatever order they came.
				holds: ({ key }) => keys.holds(key),
				async load(previous) {
					const now = clock();
					const value = await fetchList(uri, now, previous);
					kept.ttl = value.ttl;
					const life = value.expiresAt - now;
					return {
						value,
						freshFor: Math.min(limits.maximumAge, life),
						usableFor:
							limits.staleFor === Number.POSITIVE_INFINITY
								? limits.staleFor
								: Math.min(limits.staleFor, life),
					};
				},
			}),
		};
		lists.set(uri, kept);
		if (lists.size > MAXIMUM_LISTS) forgetLeastUsed();
		return kept;
	}

	async function fetchList(uri: string, now: number, previous?: StatusList & { etag: string | null }) {
		const headers: Record<string, string> = { accept: "application/statuslist+jwt" };
		if (previous?.etag && previous.expiresAt > now) headers["if-none-match"] = previous.etag;
		const answer = await ask(uri, { headers, limit: MAXIMUM_TOKEN });
		if (answer.status === 304 && previous !== undefined && "if-none-match" in headers) return previous;
		if (answer.status === 404) throw new NotServed(`${uri} answered 404.`);
		if (answer.status !== 200) throw new Error(`${uri} answered ${answer.status}.`);
		const list = await readStatusList(answer.text, { openSigned, issuer, uri, now }).catch(
			(cause: unknown) => {
				// Also when the key set could not be asked for: the list has come, and may tell of keys that are gone.
				throw new NotServed(`${uri} cannot be verified.`, { cause });
			},
		);
		return { ...list, etag: answer.headers.get("etag") };
	}

	function forgetLeastUsed(): void {
		const [uri, kept] = [...lists].reduce((one, other) => (other[1].usedAt < one[1].usedAt ? other : one));
		kept.callOff?.();
		lists.delete(uri);
	}

	/** Asks again before the list gets too old, as long as somebody uses it. */
	function watch(uri: string, kept: Kept, wait: number): void {
		const delay = Math.min(wait, limits.maximumAge / (1 + JITTER)) * (1 - JITTER + 2 * JITTER * random());
		kept.callOff = schedule(async () => {
			kept.callOff = undefined;
			if (clock() - kept.usedAt > IN_USE_FOR) return;
			const good = await kept.copy.refreshUnlessWithin(0);
			// The key of a list may be published by one instance and, for a second, not yet by the next.
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
