import { type CryptoKey, importJWK, type JWK } from "jose";
import { type AskService, askForObject, maxAgeOf } from "./ask-service.ts";
import type { Clock } from "./clock.ts";
import { createFreshCopy, type FreshCopy } from "./fresh-copy.ts";
import type { Metadata } from "./metadata.ts";
import { unavailable } from "./verify-error.ts";

export interface VerificationKey {
	kid: string;
	/** The only one that it verifies (RFC 8725bis section 3.1). */
	algorithm: string;
	key: CryptoKey;
	/** As published. The object stays the same as long as this does. */
	source: string;
}

export type KeySet = ReadonlyMap<string, VerificationKey>;

export interface Keys {
	/** undefined unless the key set is fresh. */
	peek(now: number): KeySet | undefined;
	/** null when no such key is published. Throws service_unavailable when that cannot be said. */
	find: FindKey;
	/** Likewise, of a list that the service has just sent: no more often than lists are fetched, whatever strangers ask. */
	findOfService: FindKey;
	/** Whether this very key is in the key set that was read last. */
	holds(key: VerificationKey): boolean;
}

export type FindKey = (kid: string) => Promise<VerificationKey | null>;

/** Which keys may be published for an algorithm; all others are ignored. */
const KINDS: Record<string, (jwk: JWK) => boolean> = {
	ES256: ({ kty, crv }) => kty === "EC" && crv === "P-256",
	EdDSA: ({ kty, crv }) => kty === "OKP" && crv === "Ed25519",
	Ed25519: ({ kty, crv }) => kty === "OKP" && crv === "Ed25519",
	RS256: ({ kty }) => kty === "RSA",
};
const LIMIT = 262_144;
const LEAST_FRESH_FOR = 10_000;
/** Strangers make up as many kids as they like: those that are unknown make the keys be asked for no more often than this. */
const UNKNOWN_KID_PAUSE = 5_000;

export function createKeys(dependencies: {
	metadata: FreshCopy<Metadata>;
	ask: AskService;
	clock: Clock;
	report: (cause: unknown) => void;
	/** Milliseconds for which they serve beyond their time while the service is away. */
	staleFor: number;
}): Keys {
	const { metadata, ask, clock, report, staleFor } = dependencies;
	const copy = createFreshCopy<KeySet>({
		clock,
		report,
		async load(previous) {
			const { jwksUri } = await metadata.get();
			const { body, headers } = await askForObject(ask, jwksUri, LIMIT);
			const freshFor = Math.max(maxAgeOf(headers), LEAST_FRESH_FOR);
			return { value: await readKeySet(body, previous), freshFor, usableFor: freshFor + staleFor };
		},
	});

	/** `pause`: how long ago the keys must have been asked for. */
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
