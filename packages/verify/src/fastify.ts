import { type Demand, readDemand } from "./demand.ts";
import { createPrincipals } from "./principals.ts";
import { problemOf } from "./problem.ts";
import type { RequestLike } from "./request.ts";
import type { Verifier } from "./verifier.ts";
import { VerifyError } from "./verify-error.ts";

/** The used part of Fastify's request and reply; works with any version that has it. */
export interface RequestOfFastify extends RequestLike {
	readonly id: string;
	readonly raw?: { readonly rawHeaders?: readonly string[] };
}

export interface ReplyOfFastify {
	code(status: number): unknown;
	headers(values: Record<string, string>): unknown;
	send(body: string): unknown;
}

const { note, principalOf: find } = createPrincipals();

/** The caller, in a route behind `protect`. */
export const principalOf: (request: RequestOfFastify) => ReturnType<typeof find> = find;

/**
 * A hook that requires a login, before a body is read:
 * `app.addHook("onRequest", protect(verifier))` for a scope, or `{ onRequest: protect(verifier) }` for a route. With a `demand`
 * also how it was made, and how recently: `{ onRequest: protect(verifier, { acr: "aal2", maxAge: 300_000 }) }`. An
 * access key that is limited to scopes passes only where the `demand` has its `scope`: put no `protect` without one before it.
 */
export function protect(
	verifier: Verifier,
	demand?: Demand,
): (request: RequestOfFastify, reply: ReplyOfFastify) => Promise<unknown> {
	readDemand(demand);
	return async function requireCaller(request, reply) {
		try {
			const { method, headers, raw } = request;
			const { rawHeaders } = raw ?? {};
			note(request, await verifier.verify({ method, headers, rawHeaders }, demand));
			return undefined;
		} catch (error) {
			if (!(error instanceof VerifyError)) throw error;
			const { status, headers, body } = problemOf(error, request.id);
			reply.code(status);
			reply.headers(headers);
			return reply.send(body);
		}
	};
}
