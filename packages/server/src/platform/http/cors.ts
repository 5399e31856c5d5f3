import type { IncomingHttpHeaders } from "node:http";
import type { Headers } from "./headers.ts";

/** CORS headers for an answer; empty unless the Origin stands in the operator's list, letter for letter (ASVS 3.4.2). */
export type CorsHeaders = (request: IncomingHttpHeaders) => Headers;

export function createCors(allowedOrigins: string[], credentialOrigins: string[]): CorsHeaders {
	if (allowedOrigins.length === 0) return () => ({});
	return ({ origin }) => {
		if (origin === undefined || !allowedOrigins.includes(origin)) return { vary: "Origin" };
		return {
			vary: "Origin",
			"access-control-allow-origin": origin,
			"access-control-expose-headers": "Retry-After, RateLimit, RateLimit-Policy, X-Request-Id",
			...(credentialOrigins.includes(origin) ? { "access-control-allow-credentials": "true" } : {}),
		};
	};
}

/** All that an answer may carry of it. */
export const corsHeaderNames = [
	"access-control-allow-origin",
	"access-control-expose-headers",
	"access-control-allow-credentials",
];

/** What a preflight asks: which methods and headers the address takes. */
export function preflightHeaders(methods: string[]): Headers {
	return {
		"access-control-allow-methods": methods.join(", "),
		"access-control-allow-headers": "content-type, csrf, authorization",
		"access-control-max-age": "600",
	};
}
