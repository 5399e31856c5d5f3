/**
 * Headers of every response, parser errors included (security headers of OWASP and ASVS 3.4). Responses of the API are data:
 * a browser that opens one must not run or embed it.
 */
export type Headers = Record<string, string>;

export type SecurityHeaders = Record<"forData" | "forPages", Headers>;

export function createSecurityHeaders(baseUrl: string): SecurityHeaders {
	const https = baseUrl.startsWith("https:");
	const always: Headers = {
		"x-content-type-options": "nosniff",
		"x-frame-options": "DENY",
		"cache-control": "no-store",
		"cross-origin-resource-policy": "same-origin",
		...(https ? { "strict-transport-security": "max-age=31536000" } : {}),
	};
	const pagePolicy = [
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		"img-src 'self'",
		"font-src 'self'",
		"connect-src 'self'",
		"form-action 'self'",
		"base-uri 'none'",
		"object-src 'none'",
		"frame-ancestors 'none'",
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
		...(https ? ["upgrade-insecure-requests"] : []),
	].join("; ");
	return {
		forData: {
			...always,
			"content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
			"referrer-policy": "no-referrer",
		},
		forPages: {
			...always,
			// no-transform: compressing a page that contains a CSRF token would allow BREACH.
			"cache-control": "no-store, no-transform",
			"content-security-policy": pagePolicy,
			"referrer-policy": "same-origin",
			"cross-origin-opener-policy": "same-origin",
			"cross-origin-embedder-policy": "require-corp",
			"permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
			vary: "Cookie, Accept-Language",
		},
	};
}
