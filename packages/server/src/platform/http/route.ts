import type { ErrorCode } from "../errors.ts";

/** Headers of a success that not every answer carries. */
export type AnswerHeader =
	| "Set-Cookie"
	| "Clear-Site-Data"
	| "Cache-Control"
	| "RateLimit"
	| "RateLimit-Policy"
	| "ETag"
	| "X-Auth-User-Id"
	| "X-Auth-Username"
	| "X-Auth-Role"
	| "X-Auth-Session-Id"
	| "X-Auth-Authenticated-At";

/** What a route says of itself, beside its schema; the OpenAPI document and the truth tests read it. */
export interface RouteFacts {
	/** Who may call: anybody, anybody with a csrf value, a session of either kind, or a session if there is one. */
	access: "public" | "csrf" | "session" | "optional-session";
	/** The codes it answers with, beyond those that every such route has. */
	errors: ErrorCode[];
	/** What its success carries beyond the headers of every answer. (`headers` is Fastify's word for those of a request.) */
	answerHeaders: AnswerHeader[];
}

export function facts(
	access: RouteFacts["access"],
	errors: ErrorCode[] = [],
	answerHeaders: AnswerHeader[] = [],
): RouteFacts {
	return { access, errors, answerHeaders };
}
