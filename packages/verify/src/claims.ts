import { deepFreeze, type Principal } from "./principal.ts";
import { readScopes } from "./scopes.ts";

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
	const { acr = levelUnsaid(more), amr = [], access_key: accessKeyId, scope, ...ofUser } = more;
	const { groups = [] } = ofUser;
	if (iss !== expected.issuer || aud !== expected.audience) return null;
	if (!isText(sub) || !isText(sid) || !isText(jti) || !isText(role)) return null;
	if (!isInteger(iat) || !isInteger(nbf) || !isInteger(exp) || !isInteger(authTime)) return null;
	if (typeof acr !== "string" || !isListOfStrings(amr) || !isListOfStrings(groups)) return null;
	if (!isTextIfPresent(accessKeyId) || !isTextIfPresent(scope)) return null;
	// A scope that cannot be read must not let its caller pass as unlimited.
	const scopes = scope === undefined ? null : readScopes(scope);
	if (scope !== undefined && scopes === null) return null;
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
		accessKeyId: accessKeyId ?? null,
		scopes,
		claims: ofUser,
	});
	return { principal, notBefore: Math.max(iat, nbf), expiresAt: exp, ...place };
}

/**
 * Services that know one factor only do not say a level. A program has none, because no person has authenticated: "0" (OpenID
 * Connect Core, section 2).
 */
function levelUnsaid({ access_key: accessKeyId, amr }: Record<string, unknown>): string {
	const isProgram = accessKeyId !== undefined || (Array.isArray(amr) && amr.includes("key"));
	return isProgram ? "0" : "aal1";
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

function isText(value: unknown): value is string {
	return typeof value === "string" && value !== "";
}

function isTextIfPresent(value: unknown): value is string | undefined {
	return value === undefined || isText(value);
}

export function isInteger(value: unknown): value is number {
	return Number.isSafeInteger(value);
}
