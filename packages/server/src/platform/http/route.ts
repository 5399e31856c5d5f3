import type { ErrorCode } from "../errors.ts";

/** Headers of a success that not every response has. */
export type ResponseHeader =
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

/** Declared by a route beside its schema; read by the OpenAPI document and by the tests that compare it with the service. */
export interface RouteFacts {
	/** Who may call: anyone, anyone with a CSRF token, a session of either kind, or optionally a session. */
	access: "public" | "csrf" | "session" | "optional-session";
	/** Error codes, beyond those that every such route has. */
	errors: ErrorCode[];
	/** Headers of its success, beyond those of every response. (`headers` is Fastify's word for those of a request.) */
	responseHeaders: ResponseHeader[];
}

export function facts(
	access: RouteFacts["access"],
	errors: ErrorCode[] = [],
	responseHeaders: ResponseHeader[] = [],
): RouteFacts {
	return { access, errors, responseHeaders };
}
