/** Paths below the issuer, which applications read in its metadata; those without discovery are configured with them. */
export const endpoints = {
	authorization: "/auth",
	token: "/token",
	userinfo: "/userinfo",
	endSession: "/session/end",
	keys: "/jwks",
} as const;

/** What id tokens name as their issuer, and where its metadata begins. */
export const issuerOf = (baseUrl: string): string => `${baseUrl}/oidc`;
