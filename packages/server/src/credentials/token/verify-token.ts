import { compactVerify, decodeProtectedHeader } from "jose";
import { LRUCache } from "lru-cache";
import { LoginError } from "../../platform/errors.ts";
import type { SigningKeys } from "../../platform/keys/signing-keys.ts";
import type { Clock } from "../../platform/lib/clock.ts";

export interface TokenClaims {
	sessionId: string;
	userId: string;
}

interface VerifiedToken extends TokenClaims {
	kid: string;
	notBefore: number;
	expiresAt: number;
}

const MAXIMUM_LENGTH = 4096;
/** Compact serialisation only (RFC 8725bis 3.16). */
const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
/** Clocks of several instances differ a little; an end of life gets no leeway. Seconds. */
const LEEWAY = 30;
/** An hour more than the longest token lifetime that can be set: what claims to live longer is forged. Seconds. */
const LONGEST_LIFE = 25 * 3600;

/** Verifies a token as its issuer: signature by our own keys, then every claim by type. Throws invalid_token. */
export function createVerifyToken(dependencies: {
	keys: SigningKeys;
	clock: Clock;
	issuer: string;
	audience: string;
}) {
	const { keys, clock, issuer, audience } = dependencies;
	// Keyed by the whole token, so that another signature of the same claims is never taken for verified.
	const verified = new LRUCache<string, VerifiedToken>({ max: 10_000 });

	async function verify(token: string): Promise<VerifiedToken> {
		if (token.length > MAXIMUM_LENGTH || !COMPACT.test(token)) throw new LoginError("invalid_token");
		const { kid, alg, typ } = readHeader(token);
		const known = typeof kid === "string" ? await keys.find(kid) : null;
		if (known === null || typeof kid !== "string" || alg !== known.algorithm || typ !== "at+jwt") {
			throw new LoginError("invalid_token");
		}
		try {
			const { payload } = await compactVerify(token, known.key, { algorithms: [known.algorithm] });
			return { kid, ...readClaims(JSON.parse(new TextDecoder().decode(payload)), issuer, audience) };
		} catch (cause) {
			throw new LoginError("invalid_token", { cause });
		}
	}

	return async function verifyToken(token: string): Promise<TokenClaims> {
		let found = verified.get(token);
		if (found === undefined) {
			found = await verify(token);
			verified.set(token, found);
		} else if ((await keys.find(found.kid)) === null) {
			verified.delete(token);
			throw new LoginError("invalid_token");
		}
		const now = clock() / 1000;
		if (now >= found.expiresAt) {
			const { userId, sessionId } = found;
			const message = "The token has expired. Log in again.";
			throw new LoginError("session_expired", { message, subject: { userId, sessionId, kind: "token" } });
		}
		if (now < found.notBefore - LEEWAY) throw new LoginError("invalid_token");
		return found;
	};
}

function readHeader(token: string): Record<string, unknown> {
	try {
		return decodeProtectedHeader(token) as Record<string, unknown>;
	} catch (cause) {
		throw new LoginError("invalid_token", { cause });
	}
}

function readClaims(claims: unknown, issuer: string, audience: string): Omit<VerifiedToken, "kid"> {
	const {
		iss,
		aud,
		sub,
		sid,
		jti,
		role,
		iat,
		nbf,
		exp,
		auth_time: authTime,
	} = claims as Record<string, unknown>;
	if (iss !== issuer || aud !== audience || typeof sub !== "string" || typeof sid !== "string") {
		throw new Error("A claim is missing or not ours.");
	}
	if (typeof jti !== "string" || jti === "" || typeof role !== "string") {
		throw new Error("A claim that every token has is missing.");
	}
	if (![iat, nbf, exp, authTime].every((time) => Number.isSafeInteger(time))) {
		throw new Error("A time is missing or no integer.");
	}
	if ((exp as number) - (iat as number) > LONGEST_LIFE) throw new Error("No token lives so long.");
	return {
		userId: sub,
		sessionId: sid,
		notBefore: Math.max(iat as number, nbf as number),
		expiresAt: exp as number,
	};
}
