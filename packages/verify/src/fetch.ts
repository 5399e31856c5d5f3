import { type Demand, readDemand } from "./demand.ts";
import type { Principal } from "./principal.ts";
import { createPrincipals } from "./principals.ts";
import { problemOf } from "./problem.ts";
import type { Verifier } from "./verifier.ts";
import { VerifyError } from "./verify-error.ts";

const { note, principalOf: find } = createPrincipals();

/** The caller, in a handler behind `protect` or `protectHono` (there: of `c.req.raw`). */
export const principalOf: (request: Request) => Principal = find;

/** null when the caller is logged in, and as required; otherwise the response to send. */
async function refusalOf(
	verifier: Verifier,
	request: Request,
	demand: Demand | undefined,
): Promise<Response | null> {
	try {
		note(request, await verifier.verify(request, demand));
		return null;
	} catch (error) {
		if (!(error instanceof VerifyError)) throw error;
		const { body, ...rest } = problemOf(error);
		return new Response(body, rest);
	}
}

/**
 * Requires a login for a handler `(request, …) => Response`: `export default { fetch: protect(verifier, handler) }`. With a
 * `demand` also how it was made, and how recently: `protect(verifier, handler, { acr: "aal2", maxAge: 300_000 })`. An
 * access key that is limited to scopes passes only where the `demand` has its `scope`.
 */
export function protect<Rest extends unknown[]>(
	verifier: Verifier,
	handler: (request: Request, ...rest: Rest) => Response | Promise<Response>,
	demand?: Demand,
): (request: Request, ...rest: Rest) => Promise<Response> {
	readDemand(demand);
	return async (request, ...rest) =>
		(await refusalOf(verifier, request, demand)) ?? handler(request, ...rest);
}

/** The used part of Hono's context. */
export interface ContextOfHono {
	readonly req: { readonly raw: Request };
}

/**
 * Hono middleware that requires a login: `app.use("/api/*", protectHono(verifier))`; with a `demand` also how it was made, and
 * how recently: `app.delete("/api/keys", protectHono(verifier, { acr: "aal2", maxAge: 300_000 }), …)`. An
 * access key that is limited to scopes passes only where the `demand` has its `scope`: put no `protectHono` without one before it.
 */
export function protectHono(
	verifier: Verifier,
	demand?: Demand,
): (context: ContextOfHono, next: () => Promise<void>) => Promise<Response | undefined> {
	readDemand(demand);
	return async ({ req }, next) => {
		const refusal = await refusalOf(verifier, req.raw, demand);
		if (refusal === null) await next();
		return refusal ?? undefined;
	};
}
