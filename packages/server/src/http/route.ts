import type { ErrorCode } from "../errors.ts";

/** What a route says of itself beside its schema; the OpenAPI document and the truth tests read it. */
export interface RouteFacts {
	/** Who may call: nobody needs a credential, a csrf value before login, or a session of either kind. */
	access: "public" | "csrf" | "session";
	/** The codes it answers with, beyond those that every route has. */
	errors: ErrorCode[];
}

declare module "fastify" {
	interface FastifyContextConfig {
		facts?: RouteFacts;
	}
}
