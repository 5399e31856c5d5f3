import { deepFreeze, type Principal } from "./principal.ts";

export interface TokenClaims {
	principal: Principal;
	/** Seconds since the epoch. */
	notBefore: number;
	expiresAt: number;
	/** Its entry in a status list. */
	list: string;
	index: number;
}

/** Seconds, because clocks differ a little; not applied to expiry. */
export const LEEWAY = 30;
/** Seconds: an hour more than the longest lifetime that the service can be set to. Longer ones are forged. */
const LONGEST_LIFE = 25 * 3600;

/** The name of a list: no further path, query or fragment, so that no claim can lead to another address. */
const LIST_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Checks every claim; null when one is missing or not ours. */
export function readClaims(
	claims: Record<string, unknown>,
	expected: { issuer: string; audience: string; statusEndpoint: string },
): TokenClaims | null {
	const { iss, aud, sub, sid, jti, role, iat, nbf, exp, auth_time: authTime, status, ...more } = claims;
	// Services that know one factor only do not say so.
	const { acr = "aal1", amr = [], ...ofUser } = more;
	const { groups = [] } = ofUser;
	if (iss !== expected.issuer || aud !== expected.audience) return null;
	if (typeof sub !== "string" || typeof sid !== "string" || typeof role !== "string") return null;
	if (typeof jti !== "string" || jti === "") return null;
	if (!isInteger(iat) || !isInteger(nbf) || !isInteger(exp) || !isInteger(authTime)) return null;
	if (typeof acr !== "string" || !isListOfStrings(amr) || !isListOfStrings(groups)) return null;
	if (exp - iat > LONGEST_LIFE) return null;
	const place = placeOf(status, `${expected.statusEndpoint}/`);
	if (place === null) return null;
	// Frozen, because all requests with this token share it.
	const principal: Principal = deepFreeze({
		userId: sub,
		role,
		sessionId: sid,
		kind: "token",
		authenticatedAt: authTime * 1000,
		acr,
		amr,
		groups,
		claims: ofUser,
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

function isListOfStrings(value: unknown): value is string[] {
	return Array.isArray(value) && value.every((each) => typeof each === "string");
}

export function isInteger(value: unknown): value is number {
	return Number.isSafeInteger(value);
}
