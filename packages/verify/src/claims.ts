import type { Principal } from "./principal.ts";

export interface TokenClaims {
	principal: Principal;
	/** Seconds since the epoch. */
	notBefore: number;
	expiresAt: number;
	/** Which bit of which list says that it was revoked. */
	list: string;
	index: number;
}

/** Clocks differ a little; an end of life gets no leeway. Seconds. */
export const LEEWAY = 30;
/** An hour more than the longest token lifetime that the service can be set to: what claims to live longer is forged. Seconds. */
const LONGEST_LIFE = 25 * 3600;

/** A list by its address: no path, query or fragment beyond its name, so that no claim leads anywhere else. */
const LIST_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Every claim by its type; null when one is missing or not ours. */
export function readClaims(
	claims: Record<string, unknown>,
	expected: { issuer: string; audience: string; statusEndpoint: string },
): TokenClaims | null {
	const { iss, aud, sub, sid, jti, role, iat, nbf, exp, auth_time: authTime, status } = claims;
	if (iss !== expected.issuer || aud !== expected.audience) return null;
	if (typeof sub !== "string" || typeof sid !== "string" || typeof role !== "string") return null;
	if (typeof jti !== "string" || jti === "") return null;
	if (!isInteger(iat) || !isInteger(nbf) || !isInteger(exp) || !isInteger(authTime)) return null;
	if (exp - iat > LONGEST_LIFE) return null;
	const place = placeOf(status, `${expected.statusEndpoint}/`);
	if (place === null) return null;
	// Frozen, for every request with this token gets the same object.
	const principal: Principal = Object.freeze({
		userId: sub,
		role,
		sessionId: sid,
		kind: "token",
		authenticatedAt: authTime * 1000,
	});
	return { principal, notBefore: Math.max(iat, nbf), expiresAt: exp, ...place };
}

/** The claim `status` (draft-ietf-oauth-status-list-21, section 6.2). */
function placeOf(status: unknown, prefix: string): { list: string; index: number } | null {
	const reference = memberOf(status, "status_list");
	const [uri, idx] = [memberOf(reference, "uri"), memberOf(reference, "idx")];
	if (typeof uri !== "string" || !isInteger(idx) || idx < 0) return null;
	return uri.startsWith(prefix) && LIST_NAME.test(uri.slice(prefix.length))
		? { list: uri, index: idx }
		: null;
}

export function memberOf(value: unknown, name: string): unknown {
	return typeof value === "object" && value !== null && Object.hasOwn(value, name)
		? (value as Record<string, unknown>)[name]
		: undefined;
}

export function isInteger(value: unknown): value is number {
	return Number.isSafeInteger(value);
}
