import type { ErrorCode } from "../errors.ts";

const text = { type: "string" };

/** Present in every response that lists it. */
const always = (description: string, schema: object = text) => ({ description, required: true, schema });
const optional = (description: string) => ({ description, schema: text });

/** Described once; operations refer to them. */
export const responseHeaders = {
	"X-Request-Id": always(
		"Names this request; the log of the service and `requestId` of a refusal carry the same.",
		{ ...text, pattern: "^[A-Za-z0-9_-]{22}$" },
	),
	"Set-Cookie": optional(
		"The session cookie or the pre-session cookie, or the end of one: HttpOnly, SameSite, Path=/, on https Secure.",
	),
	"Clear-Site-Data": optional("What the browser should forget of this origin."),
	"Cache-Control": always("How long a copy may be used. Answers without this header here are never stored."),
	"Content-Language": always("The language of the texts for people.", { ...text, examples: ["en"] }),
	"Content-Disposition": always("Has browsers store it as a file, under this name."),
	ETag: always("Names this state of the document; an If-None-Match of it is answered 304."),
	Location: always("The address of what was made."),
	"X-Auth-User-Id": always("The user's id.", { ...text, format: "uuid" }),
	"X-Auth-Username": always("The username in its canonical form, percent-encoded (UTF-8)."),
	"X-Auth-Role": always("What the user may do.", { ...text, enum: ["user", "admin"] }),
	"X-Auth-Session-Id": always("The session's id, as in the claim sid.", { ...text, format: "uuid" }),
	"X-Auth-Authenticated-At": always("When the password was confirmed last.", {
		...text,
		format: "date-time",
	}),
	"X-Auth-Acr": always(
		"How strong that was; equal to the claim acr, which tokens of `aal1` leave out. 0: an access key, and no person.",
		{ ...text, enum: ["aal1", "aal2", "phr", "0"] },
	),
	"X-Auth-Amr": always("What was proven then, separated by blanks; equal to the claim amr.", {
		...text,
		examples: ["pwd otp mfa"],
	}),
	"X-Auth-Name": always("The name for people, percent-encoded (UTF-8), of at most 256 bytes before that."),
	"X-Auth-Email": optional(
		"The e-mail address, if one is known, verified or not. Never a key: other users may have the same.",
	),
	"X-Auth-Groups": optional("The groups of the user, separated by commas, if there are any."),
	"X-Auth-Claims": optional(
		"If tokens of this deployment have claims of their own: those that a token of the user would have, as JSON in base64url.",
	),
	"X-Auth-Access-Key-Id": optional("Of a program: the id of its access key."),
	"X-Auth-Scope": optional("Of an access key that is limited to scopes: their names, separated by blanks."),
	"Access-Key-Expires": optional("Of a login with an access key: when that key ends, RFC 3339."),
	"WWW-Authenticate": always(
		"`Bearer`, with `error` if a token was sent (RFC 6750 section 3), or if the authentication is not enough (RFC 9470 section 3).",
	),
	"Retry-After": always("Seconds to wait; the same as `retryAfter`.", { type: "integer", minimum: 1 }),
	RateLimit: always(
		"How many wrong passwords, or requests for a recovery link, the caller's own address or device has left, and in how many seconds that begins anew (draft-ietf-httpapi-ratelimit-headers).",
		{ ...text, pattern: '^"(address|client)";r=\\d+;t=\\d+$' },
	),
	"RateLimit-Policy": always("How many of them are allowed in a window of so many seconds.", {
		...text,
		pattern: '^"(address|client)";q=\\d+;w=\\d+$',
	}),
	Accept: always("The media type that is taken (RFC 9110 section 12.5.1)."),
};

export type ResponseHeader = keyof typeof responseHeaders;

/** References to headers: of every response, and more. */
export function referToHeaders(more: readonly ResponseHeader[]): object {
	const names = ["X-Request-Id", ...more];
	return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/**
 * By status and codes; required are those that every such response has. `tellsRate`: the operation counts by address or device.
 * A limit of the user has no RateLimit: it would tell how often others have tried (docs/security.md#rate-limit-fields).
 */
export function headersOfError(status: number, codes: ErrorCode[], tellsRate: boolean): object {
	const names: ResponseHeader[] = [];
	if (status === 401) names.push("WWW-Authenticate");
	if (status === 415) names.push("Accept");
	if (status === 429 && tellsRate) names.push("RateLimit", "RateLimit-Policy");
	if (status === 429 || status === 503) names.push("Retry-After");
	if (codes.some((code) => /^(csrf_|session_)/.test(code))) names.push("Set-Cookie");
	return referToHeaders(names);
}
