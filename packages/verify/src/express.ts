import { type Demand, readDemand } from "./demand.ts";
import { createPrincipals } from "./principals.ts";
import { problemOf } from "./problem.ts";
import type { RequestLike } from "./request.ts";
import type { Verifier } from "./verifier.ts";
import { VerifyError } from "./verify-error.ts";

/** The used part of Node's response, which Express extends; works with any server that takes such middleware. */
export interface ResponseOfNode {
	writeHead(status: number, headers: Record<string, string>): unknown;
	end(body: string): unknown;
}

const { note, principalOf: find } = createPrincipals();

/** The caller, in a handler behind `protect`. */
export const principalOf: (request: RequestLike) => ReturnType<typeof find> = find;

/**
 * Middleware that requires a login: `app.use("/api", protect(verifier))`, before any that reads bodies. With a `demand` also how
 * it was made, and how recently: `app.delete("/api/keys", protect(verifier, { acr: "aal2", maxAge: 300_000 }), …)`. An
 * access key that is limited to scopes passes only where the `demand` has its `scope`: put no `protect` without one before it.
 */
export function protect(
	verifier: Verifier,
	demand?: Demand,
): (request: RequestLike, response: ResponseOfNode, next: (error?: unknown) => void) => Promise<void> {
	readDemand(demand);
	return async function requireCaller(request, response, next) {
		try {
			note(request, await verifier.verify(request, demand));
		} catch (error) {
			if (!(error instanceof VerifyError)) return next(error);
			const { status, headers, body } = problemOf(error);
			response.writeHead(status, headers);
			response.end(body);
			return;
		}
		next();
	};
}
