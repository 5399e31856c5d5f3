import type { ErrorCode } from "../errors.ts";
import type { AnswerHeader } from "../http/route.ts";

interface Header {
	description: string;
	/** Whether every such answer carries it. */
	required?: boolean;
	schema: object;
}

const text = { type: "string" };

/** Headers of answers, described once; operations refer to them. */
export const answerHeaders: Record<string, Header> = {
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
	Accept: {
		description: "The media type that is taken (RFC 9110 section 12.5.1).",
		required: true,
		schema: text,
	},
};

const refer = (names: string[]) =>
	Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export function headersOfSuccess(more: AnswerHeader[]): object {
	return refer(["X-Request-Id", ...more]);
}

/** By status and codes; only what each of these refusals carries is required. */
export function headersOfRefusal(status: number, codes: ErrorCode[]): object {
	const mayTouchCookies = codes.some((code) => /^(csrf_|session_)/.test(code));
	return refer([
		"X-Request-Id",
		...(status === 401 ? ["WWW-Authenticate"] : []),
		...(status === 415 ? ["Accept"] : []),
		...(status === 429 || status === 503 ? ["Retry-After"] : []),
		...(mayTouchCookies ? ["Set-Cookie"] : []),
	]);
}
