import { type CryptoKey, importJWK, type JWK } from "jose";
import type { Clock } from "./clock.ts";
import { type FetchService, fetchObject, maxAgeOf } from "./fetch-service.ts";
import { createFreshCopy, type FreshCopy } from "./fresh-copy.ts";
import type { Metadata } from "./metadata.ts";
import { unavailable } from "./verify-error.ts";

export interface VerificationKey {
	kid: string;
	/** The only algorithm of the key (RFC 8725bis section 3.1). */
	algorithm: string;
	key: CryptoKey;
	/** As published. The object stays the same until this changes. */
	source: string;
}

export type KeySet = ReadonlyMap<string, VerificationKey>;

export interface Keys {
	/** undefined unless the key set is fresh. */
	peek(now: number): KeySet | undefined;
	/** null when no such key is published. Throws service_unavailable when that is unknown. */
	find: FindKey;
	/** The same for a status list that was just fetched; so at most as often as lists are fetched. */
	findOfService: FindKey;
	/** Whether this key is in the latest key set. */
	holds(key: VerificationKey): boolean;
}

export type FindKey = (kid: string) => Promise<VerificationKey | null>;

/** The keys that are accepted for an algorithm; all others are ignored. */
const KINDS: Record<string, (jwk: JWK) => boolean> = {
	ES256: ({ kty, crv }) => kty === "EC" && crv === "P-256",
	EdDSA: ({ kty, crv }) => kty === "OKP" && crv === "Ed25519",
	Ed25519: ({ kty, crv }) => kty === "OKP" && crv === "Ed25519",
	RS256: ({ kty }) => kty === "RSA",
};
const LIMIT = 262_144;
const LEAST_FRESH_FOR = 10_000;
/** Milliseconds between fetches because of an unknown kid, which anyone can invent. */
const UNKNOWN_KID_PAUSE = 5_000;

export function createKeys(dependencies: {
	metadata: FreshCopy<Metadata>;
	fetchService: FetchService;
	clock: Clock;
	report: (cause: unknown) => void;
	/** Milliseconds for which expired keys are used while the service is unavailable. */
	staleFor: number;
}): Keys {
	const { metadata, fetchService, clock, report, staleFor } = dependencies;
	const copy = createFreshCopy<KeySet>({
		clock,
		report,
		async load(previous) {
			const { jwksUri } = await metadata.get();
			const { body, headers } = await fetchObject(fetchService, jwksUri, LIMIT);
			const freshFor = Math.max(maxAgeOf(headers), LEAST_FRESH_FOR);
			return { value: await readKeySet(body, previous), freshFor, usableFor: freshFor + staleFor };
		},
	});

	/** `pause`: the least time since the last fetch. */
	const finding =
		(pause: number): FindKey =>
		async (kid) => {
			const known = (await copy.get()).get(kid);
			if (known !== undefined) return known;
			const sure = await copy.refreshUnlessWithin(pause);
			const found = (await copy.get()).get(kid);
			if (found === undefined && !sure) throw unavailable("The keys could not be asked for again.");
			return found ?? null;
		};

	return {
		peek: copy.peek,
		find: finding(UNKNOWN_KID_PAUSE),
		findOfService: finding(0),
		holds: (key) => copy.latest()?.get(key.kid) === key,
	};
}

export async function readKeySet(body: Record<string, unknown>, previous?: KeySet): Promise<KeySet> {
	if (!Array.isArray(body.keys)) throw new Error("The key set has no keys.");
	const keys = new Map<string, VerificationKey>();
	for (const jwk of body.keys as JWK[]) {
		const { kid, alg, use } = jwk;
		if (typeof kid !== "string" || typeof alg !== "string" || (use !== undefined && use !== "sig")) continue;
		if (!Object.hasOwn(KINDS, alg) || KINDS[alg]?.(jwk) !== true || jwk.d !== undefined) continue;
		if (keys.has(kid)) throw new Error(`The key set has two keys ${kid}.`);
		const source = JSON.stringify(jwk);
		const present = previous?.get(kid);
		if (present?.source === source) keys.set(kid, present);
		else keys.set(kid, { kid, algorithm: alg, key: (await importJWK(jwk, alg)) as CryptoKey, source });
	}
	return keys;
}
