import type { IncomingHttpHeaders } from "node:http";
import type { Headers } from "./headers.ts";

/** CORS headers of a response; empty unless the Origin is exactly one of the allowed origins (ASVS 3.4.2). */
export function createCors(allowedOrigins: string[], credentialOrigins: string[]) {
	return ({ origin }: IncomingHttpHeaders): Headers => {
		if (allowedOrigins.length === 0) return {};
		if (origin === undefined || !allowedOrigins.includes(origin)) return { vary: "Origin" };
		return {
			vary: "Origin",
			"access-control-allow-origin": origin,
			"access-control-expose-headers": "Retry-After, RateLimit, RateLimit-Policy, X-Request-Id",
			...(credentialOrigins.includes(origin) ? { "access-control-allow-credentials": "true" } : {}),
		};
	};
}

export const corsHeaderNames = [
	"access-control-allow-origin",
	"access-control-expose-headers",
	"access-control-allow-credentials",
];

/** For a preflight: the methods and headers that the address accepts. */
export function preflightHeaders(methods: string[]): Headers {
	return {
		"access-control-allow-methods": methods.join(", "),
		"access-control-allow-headers": "content-type, csrf, authorization",
		"access-control-max-age": "600",
	};
}
