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
	/** At once when all that it takes is at hand; else undefined. Throws as the other does. */
	fromMemory(token: string): Principal | undefined;
	/** Throws invalid_token, session_expired, session_ended or service_unavailable. */
	verify(token: string): Promise<Principal>;
}

interface VerifiedToken extends TokenClaims {
	key: VerificationKey;
}

const MAXIMUM_LENGTH = 4096;

/** Verifies an access token as its issuer does, but for the row of its session: there is the status list instead. */
export function createVerifyToken(dependencies: {
	issuer: string;
	audience: string;
	metadata: FreshCopy<Metadata>;
	keys: Keys;
	openSigned: OpenSigned;
	statusLists: StatusLists;
	clock: Clock;
	refusals: Refusals;
	cacheSize: number;
}): VerifyToken {
	const { issuer, audience, metadata, keys, openSigned, statusLists, clock, refusals } = dependencies;
	// Keyed by the whole token, so that another signature of the same claims is never taken for verified. What it holds was
	// signed by the service: strangers cannot fill it.
	const verified = createRecent<VerifiedToken>(dependencies.cacheSize);

	async function read(token: string): Promise<VerifiedToken> {
		const opened = await openSigned(token, { typ: "at+jwt", maximumLength: MAXIMUM_LENGTH });
		if (opened === null) throw refusals.token("invalid_token");
		const { statusEndpoint } = await metadata.get();
		const claims = readClaims(opened.claims, { issuer, audience, statusEndpoint });
		if (claims === null) throw refusals.token("invalid_token");
		return { ...claims, key: opened.key };
	}

	/** In seconds; an end of life gets no leeway. */
	function demandItsTime(token: string, { expiresAt, notBefore }: TokenClaims, now: number): void {
		if (now >= expiresAt) {
			verified.delete(token);
			throw refusals.token("session_expired");
		}
		if (now < notBefore - LEEWAY) throw refusals.token("invalid_token");
	}

	function demandUnmarked(marked: boolean | null): void {
		if (marked === null) throw refusals.token("invalid_token");
		if (marked) throw refusals.token("session_ended");
	}

	return {
		fromMemory(token) {
			const found = verified.get(token);
			if (found === undefined) return undefined;
			const now = clock();
			// A key that is no longer published verifies nothing any more.
			if (keys.peek(now)?.get(found.key.kid) !== found.key) return undefined;
			demandItsTime(token, found, now / 1000);
			const marked = statusLists.peek(found.list, found.index, now);
			if (marked === undefined) return undefined;
			demandUnmarked(marked);
			return found.principal;
		},
		async verify(token) {
			let found = verified.get(token);
			if (found === undefined || (await keys.find(found.key.kid)) !== found.key) {
				verified.delete(token);
				found = await read(token);
			}
			demandItsTime(token, found, clock() / 1000);
			verified.set(token, found);
			const marked = await statusLists.isRevoked(found.list, found.index);
			// The list may have brought another key set along.
			if (!keys.holds(found.key)) {
				verified.delete(token);
				throw refusals.token("invalid_token");
			}
			demandUnmarked(marked);
			return found.principal;
		},
	};
}
