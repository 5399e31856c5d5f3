/** The longest token that the service accepts. */
const MAXIMUM_AUTHORIZATION = 4608;
const USUAL = "Bearer ";

/** The token of `Authorization: Bearer …` (RFC 6750 section 2.1); null for anything else, such as another scheme. */
export function bearerToken(authorization: string): string | null {
	if (authorization.length > MAXIMUM_AUTHORIZATION) return null;
	return /^Bearer +([^ ]+)$/i.exec(authorization)?.[1] ?? null;
}

/** The text after the usual spelling of the scheme, unchecked: only for looking up verified tokens. */
export function uncheckedToken(authorization: string): string {
	return authorization.startsWith(USUAL) ? authorization.slice(USUAL.length) : "";
}

/** No token looks so: a program sends its access key to the login of the service, and to no API. */
export function isAccessKey(token: string): boolean {
	return /^sallyport_[0-9A-Za-z]{38}$/.test(token);
}
