/** What a client may plan by. */
export interface TokenTimes {
	/** Of the session. */
	sid: unknown;
	/** Milliseconds since the epoch, by the clock of the service. */
	issuedAt: number;
	expiresAt: number;
}

/** Which part of its life a credential is used before it is renewed. */
const USED = 0.75;

/** Reads the claims of a JWT and verifies nothing; undefined if it tells no times. */
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
 * Local time (ms) from which on a token is to be renewed. `since`: when it came, by the local clock, which may be wrong;
 * undefined: not known, then that clock has to be right. Never, if the renewal that brought it (`before`) gained
 * nothing: the session ends then, whatever happens.
 */
export function tokenRenewalTime(times: TokenTimes | undefined, since?: number, before?: TokenTimes): number {
	if (times === undefined) return Number.POSITIVE_INFINITY;
	const { sid, issuedAt, expiresAt } = times;
	if (before !== undefined && before.sid === sid && expiresAt <= before.expiresAt)
		return Number.POSITIVE_INFINITY;
	return (since ?? issuedAt) + (expiresAt - issuedAt) * USED;
}

/** Likewise for a cookie session, which lives unused for `idle` more. */
export function cookieRenewalTime(since: number | undefined, idle: number | undefined): number {
	return since === undefined || idle === undefined ? Number.POSITIVE_INFINITY : since + idle * USED;
}
