/** As long as the service accepts it. */
const MAXIMUM_AUTHORIZATION = 4608;
const USUAL = "Bearer ";

/** The token of `Authorization: Bearer …` (RFC 6750 section 2.1); null for anything else. No other scheme is ever tried. */
export function bearerToken(authorization: string): string | null {
	if (authorization.length > MAXIMUM_AUTHORIZATION) return null;
	return /^Bearer +([^ ]+)$/i.exec(authorization)?.[1] ?? null;
}

/** What follows the usual spelling of the scheme, unexamined: good for looking up what was verified before, and nothing else. */
export function perhapsToken(authorization: string): string {
	return authorization.startsWith(USUAL) ? authorization.slice(USUAL.length) : "";
}
