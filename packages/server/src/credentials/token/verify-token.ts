import { LRUCache } from "lru-cache";
import { LoginError } from "../../platform/errors.ts";
import { isSignedBy, readJws } from "../../platform/keys/jws.ts";
import type { SigningKeys } from "../../platform/keys/signing-keys.ts";
import type { Clock } from "../../platform/lib/clock.ts";

interface TokenClaims {
	sessionId: string;
	userId: string;
}

interface VerifiedToken extends TokenClaims {
	kid: string;
	notBefore: number;
	expiresAt: number;
}

const MAXIMUM_LENGTH = 4096;
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
		const jws = token.length > MAXIMUM_LENGTH ? null : readJws(token);
		const { kid, alg, typ } = jws?.header ?? {};
		const known = typeof kid === "string" ? await keys.find(kid) : null;
		if (jws === null || known === null || typeof kid !== "string") throw new LoginError("invalid_token");
		if (alg !== known.algorithm || typ !== "at+jwt") throw new LoginError("invalid_token");
		if (!isSignedBy(jws, known)) throw new LoginError("invalid_token", { forged: true });
		try {
			return { kid, ...readClaims(JSON.parse(jws.payload.toString()), issuer, audience) };
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

function readClaims(
	claims: Record<string, unknown>,
	issuer: string,
	audience: string,
): Omit<VerifiedToken, "kid"> {
	const { iss, aud, sub, sid, jti, role, iat, nbf, exp, auth_time: authTime } = claims;
	if (iss !== issuer || aud !== audience) throw new Error("A claim is missing or not ours.");
	if (!isText(sub) || !isText(sid) || !isText(jti) || !isText(role)) {
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

function isText(value: unknown): value is string {
	return typeof value === "string" && value !== "";
}
