import { LEEWAY, readClaims, type TokenClaims } from "./claims.ts";
import type { Clock } from "./clock.ts";
import type { FreshCopy } from "./fresh-copy.ts";
import type { Keys, VerificationKey } from "./keys.ts";
import type { Metadata } from "./metadata.ts";
import type { Principal } from "./principal.ts";
import { createRecent } from "./recent.ts";
import type { Refusals } from "./refusals.ts";
import type { OpenSigned } from "./signed-token.ts";
import type { StatusLists } from "./status-lists.ts";

export interface VerifyToken {
	/** Synchronous, if everything needed is cached; otherwise undefined. Throws as `verify` does. */
	fromMemory(token: string): Principal | undefined;
	/** Throws invalid_token, session_expired, session_ended or service_unavailable. */
	verify(token: string): Promise<Principal>;
}

interface VerifiedToken extends TokenClaims {
	key: VerificationKey;
}

const MAXIMUM_LENGTH = 4096;

/** Verifies an access token as its issuer does, with the status list instead of the row of its session. */
export function createVerifyToken(dependencies: {
	issuer: string;
	audience: string;
	metadata: FreshCopy<Metadata>;
	keys: Keys;
	openSigned: OpenSigned;
	statusLists: StatusLists;
	clock: Clock;
	refusals: Refusals;
	report: (cause: unknown) => void;
	cacheSize: number;
}): VerifyToken {
	const { issuer, audience, metadata, keys, openSigned, statusLists, clock, refusals, report } = dependencies;
	// Keyed by the whole token, so that another signature of the same claims does not count as verified. Only tokens signed by
	// the service get in, so an attacker cannot fill it.
	const verified = createRecent<VerifiedToken>(dependencies.cacheSize);

	async function read(token: string): Promise<VerifiedToken> {
		const opened = await openSigned(token, { typ: "at+jwt", maximumLength: MAXIMUM_LENGTH });
		if (opened === null) throw refusals.token("invalid_token");
		const { statusEndpoint } = await metadata.get();
		const { aud } = opened.claims;
		// Signed by the service: no client's fault, and users would log in again without end.
		if (aud !== audience)
			report(new Error(`Its tokens are for ${aud}, and this verifier expects ${audience}: set audience.`));
		const claims = readClaims(opened.claims, { issuer, audience, statusEndpoint });
		if (claims === null) throw refusals.token("invalid_token");
		return { ...claims, key: opened.key };
	}

	/** In seconds; no leeway for expiry. */
	function requireItsTime(token: string, { expiresAt, notBefore }: TokenClaims, now: number): void {
		if (now >= expiresAt) {
			verified.delete(token);
			throw refusals.token("session_expired");
		}
		if (now < notBefore - LEEWAY) throw refusals.token("invalid_token");
	}

	function requireUnmarked(marked: boolean | null): void {
		if (marked === null) throw refusals.token("invalid_token");
		if (marked) throw refusals.token("session_ended");
	}

	return {
		fromMemory(token) {
			const found = verified.get(token);
			if (found === undefined) return undefined;
			const now = clock();
			// A removed key no longer verifies anything.
			if (keys.peek(now)?.get(found.key.kid) !== found.key) return undefined;
			requireItsTime(token, found, now / 1000);
			const marked = statusLists.peek(found.list, found.index, now);
			if (marked === undefined) return undefined;
			requireUnmarked(marked);
			return found.principal;
		},
		async verify(token) {
			let found = verified.get(token);
			if (found === undefined || (await keys.find(found.key.kid)) !== found.key) {
				verified.delete(token);
				found = await read(token);
			}
			requireItsTime(token, found, clock() / 1000);
			verified.set(token, found);
			const marked = await statusLists.isRevoked(found.list, found.index);
			// Fetching the list may have changed the key set.
			if (!keys.holds(found.key)) {
				verified.delete(token);
				throw refusals.token("invalid_token");
			}
			requireUnmarked(marked);
			return found.principal;
		},
	};
}
