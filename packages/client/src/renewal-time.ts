export interface TokenTimes {
	/** Of the session. */
	sid: unknown;
	/** Milliseconds since the epoch, by the clock of the service. */
	issuedAt: number;
	expiresAt: number;
}

/** The part of its lifetime after which a credential is renewed. */
const USED = 0.75;

/** Reads the claims of a JWT without verification; undefined if times are missing. */
export function tokenTimes(token: string): TokenTimes | undefined {
	try {
		const [, claims = ""] = token.split(".");
		const { sid, iat, exp } = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/")));
		return iat < exp ? { sid, issuedAt: iat * 1000, expiresAt: exp * 1000 } : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Local time (ms) from which a token should be renewed. `since`: when it was received, by the local clock, which may be wrong;
 * undefined: unknown, then the clock must be right. Never, if the last renewal (from `before`) did not extend the token: the
 * session then ends in any case.
 */
export function tokenRenewalTime(times: TokenTimes | undefined, since?: number, before?: TokenTimes): number {
	if (times === undefined) return Number.POSITIVE_INFINITY;
	const { sid, issuedAt, expiresAt } = times;
	if (before !== undefined && before.sid === sid && expiresAt <= before.expiresAt)
		return Number.POSITIVE_INFINITY;
	return (since ?? issuedAt) + (expiresAt - issuedAt) * USED;
}

/** The same for a cookie session, which lives for `idle` more if unused. */
export function cookieRenewalTime(since: number | undefined, idle: number | undefined): number {
	return since === undefined || idle === undefined ? Number.POSITIVE_INFINITY : since + idle * USED;
}
