import { signJws } from "../../platform/keys/jws.ts";
import { sha256 } from "../../platform/lib/hash.ts";
import type { Platform } from "../../platform/platform.ts";
import { encodeStatusList } from "./encode-status-list.ts";
import { listRevocations, listStatusLists, revocationsMark } from "./status-list-store.ts";

/** A status list as verifiers receive it (draft-ietf-oauth-status-list-21, section 5.1). */
interface StatusToken {
	jwt: string;
	/** Changes with the list; the same on every instance. */
	etag: string;
}

/** Seconds after which a verifier fetches the list again; with FRESH_FOR, it learns of a revocation within ten. */
export const STATUS_TTL = 5;
/** Milliseconds for which a list is served without a query. */
const FRESH_FOR = 1000;
/** Milliseconds. Every instance signs an unchanged list again when such a period begins. */
const SIGNED_FOR = 600_000;
/** Seconds. */
const EXPIRES_AFTER = 3600;

/** PostgreSQL refuses to compare some other texts. */
const LIST_ID = /^[\w-]{1,64}$/;

interface Cached extends StatusToken {
	mark: string;
	kid: string;
	period: number;
	checkedAt: number;
}

const periodOf = (time: number) => Math.floor(time / SIGNED_FOR);

export function createStatusTokens({ opened, clock, signingKeys, config }: Platform) {
	const { database } = opened;
	const { baseUrl } = config;
	const cache = new Map<string, Cached>();
	const underWay = new Map<string, Promise<StatusToken | null>>();
	const addressOf = (list: string) => `${baseUrl}/api/auth/status/${list}`;

	async function sign(list: string, mark: string): Promise<Cached> {
		const key = await signingKeys.active();
		const { kid } = key;
		const now = clock();
		const lst = encodeStatusList(await listRevocations(database, list));
		const iat = Math.floor(now / 1000);
		const claims = {
			iss: baseUrl,
			sub: addressOf(list),
			iat,
			exp: iat + EXPIRES_AFTER,
			ttl: STATUS_TTL,
			status_list: { bits: 1, lst },
		};
		const jwt = signJws("statuslist+jwt", claims, key);
		const period = periodOf(now);
		const etag = `"${sha256(`${kid} ${period} ${lst}`).slice(0, 22)}"`;
		return { jwt, etag, mark, kid, period, checkedAt: now };
	}

	async function read(list: string): Promise<StatusToken | null> {
		const cached = cache.get(list);
		const alive = await listStatusLists(database);
		for (const known of cache.keys()) if (!alive.includes(known)) cache.delete(known);
		if (!alive.includes(list)) return null;
		const mark = await revocationsMark(database, list);
		const now = clock();
		const { kid } = await signingKeys.active();
		const isCurrent =
			cached !== undefined && cached.mark === mark && cached.kid === kid && cached.period === periodOf(now);
		const current = isCurrent ? { ...cached, checkedAt: now } : await sign(list, mark);
		cache.set(list, current);
		return current;
	}

	return {
		addressOf,
		/** null when there is no such list. `list`: text from outside. */
		async find(list: string): Promise<StatusToken | null> {
			if (!LIST_ID.test(list)) return null;
			const cached = cache.get(list);
			const fresh = cached !== undefined && Math.abs(clock() - cached.checkedAt) < FRESH_FOR;
			// Verifiers learn of replaced keys from this list, so it must not lag behind this instance.
			if (fresh && cached.kid === (await signingKeys.active()).kid) return cached;
			// Parallel requests share one read.
			const reading = underWay.get(list) ?? read(list).finally(() => underWay.delete(list));
			underWay.set(list, reading);
			return reading;
		},
		/** The URLs of all lists that a valid token may name. */
		addresses: async () => (await listStatusLists(database)).map(addressOf),
	};
}
