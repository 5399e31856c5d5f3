import type { ErrorCode } from "../errors.ts";
import type { ResponseHeader } from "../http/route.ts";

interface Header {
	description: string;
	/** Always present where it is listed. */
	required?: boolean;
	schema: object;
}

const text = { type: "string" };

/** Described once; operations refer to them. */
export const responseHeaders: Record<string, Header> = {
	"X-Request-Id": {
		description: "Names this request; the log of the service and `requestId` of a refusal carry the same.",
		required: true,
		schema: { ...text, pattern: "^[A-Za-z0-9_-]{22}$" },
	},
	"Set-Cookie": {
		description:
			"The session cookie or the pre-session cookie, or the end of one: HttpOnly, SameSite, Path=/, on https Secure.",
		schema: text,
	},
	"Clear-Site-Data": {
		description: "What the browser should forget of this origin.",
		schema: text,
	},
	"Cache-Control": {
		description: "How long a copy may be used. Answers without this header here are never stored.",
		required: true,
		schema: text,
	},
	ETag: {
		description: "Names this state of the document; an If-None-Match of it is answered 304.",
		required: true,
		schema: text,
	},
	"X-Auth-User-Id": { description: "The user's id.", required: true, schema: { ...text, format: "uuid" } },
	"X-Auth-Username": {
		description: "The username in its canonical form, percent-encoded (UTF-8).",
		required: true,
		schema: text,
	},
	"X-Auth-Role": {
		description: "What the user may do.",
		required: true,
		schema: { ...text, enum: ["user", "admin"] },
	},
	"X-Auth-Session-Id": {
		description: "The session's id, as in the claim sid.",
		required: true,
		schema: { ...text, format: "uuid" },
	},
	"X-Auth-Authenticated-At": {
		description: "When the password was confirmed last.",
		required: true,
		schema: { ...text, format: "date-time" },
	},
	"WWW-Authenticate": {
		description: "`Bearer`, with `error` if a token was sent (RFC 6750 section 3).",
		required: true,
		schema: text,
	},
	"Retry-After": {
		description: "Seconds to wait; the same as `retryAfter`.",
		required: true,
		schema: { type: "integer", minimum: 1 },
	},
	RateLimit: {
		description:
			"How many wrong passwords the caller's own address or device has left, and in how many seconds that begins anew (draft-ietf-httpapi-ratelimit-headers).",
		required: true,
		schema: { ...text, pattern: '^"(address|client)";r=\\d+;t=\\d+$' },
	},
	"RateLimit-Policy": {
		description: "How many wrong passwords are allowed in a window of so many seconds.",
		required: true,
		schema: { ...text, pattern: '^"(address|client)";q=\\d+;w=\\d+$' },
	},
	Accept: {
		description: "The media type that is taken (RFC 9110 section 12.5.1).",
		required: true,
		schema: text,
	},
};

const refer = (names: string[]) =>
	Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export function headersOfSuccess(more: readonly ResponseHeader[]): object {
	return refer(["X-Request-Id", ...more]);
}

/** By status and codes; required are those that every such response has. */
export function headersOfError(status: number, codes: ErrorCode[]): object {
	const mayTouchCookies = codes.some((code) => /^(csrf_|session_)/.test(code));
	return refer([
		"X-Request-Id",
		...(status === 401 ? ["WWW-Authenticate"] : []),
		...(status === 415 ? ["Accept"] : []),
		...(status === 429 ? ["RateLimit", "RateLimit-Policy"] : []),
		...(status === 429 || status === 503 ? ["Retry-After"] : []),
		...(mayTouchCookies ? ["Set-Cookie"] : []),
	]);
}
