import type { ErrorCode } from "../errors.ts";

/** What a route says of itself, beside its schema; the OpenAPI document and the truth tests read it. */
export interface RouteFacts {
	/** Who may call: anybody, anybody with a csrf value, or a session of either kind. */
	access: "public" | "csrf" | "session";
	/** The codes it answers with, beyond those that every such route has. */
	errors: ErrorCode[];
}

export function facts(access: RouteFacts["access"], errors: ErrorCode[] = []): RouteFacts {
	return { access, errors };
}
