/**
 * Check: a gateway asks whose a credential is, for each request that it lets through (nginx auth_request, Caddy
 * forward_auth, HAProxy, Traefik).
 *
 * Owns nothing: it shows what session/ finds. A gateway that passes cookies on should tell the method of the request: an unsafe
 * one must then have the CSRF token of its session, and the API behind it need not know of CSRF at all. A gateway may also
 * demand how the user authenticated, and how recently.
 */
import type { Credentials } from "../../credentials/create-credentials.ts";
import { acrValues } from "../../credentials/session/session.ts";
import type { Feature } from "../../platform/feature.ts";
import { operation, text } from "../../platform/openapi/operation.ts";
import type { Platform } from "../../platform/platform.ts";
import { createDemandEnough } from "./demand-enough.ts";
import { createIdentityHeaders } from "./identity-headers.ts";

const checkCredential = operation({
	operationId: "checkCredential",
	summary: "Check a credential for a gateway",
	description:
		"Answers 204 and says who calls in `X-Auth-*`, or 401. With `X-Forwarded-Method` (or `X-Original-Method`) of an unsafe request, a cookie needs the header `csrf` of that request, else 403. With `acr` or `maxAge`, an authentication that is weaker or older is answered 401 `insufficient_user_authentication`.",
	tags: ["Verification"],
	querystring: {
		type: "object",
		properties: {
			acr: text("The least that the user must have proven.", { enum: acrValues, examples: ["aal2"] }),
			maxAge: text("Seconds: how long ago at most.", { pattern: "^[0-9]{1,9}$", examples: ["300"] }),
		},
	},
	response: { 204: { type: "null", description: "The credential is good." } },
	access: "session",
	errors: ["insufficient_user_authentication", "csrf_missing", "csrf_invalid", "origin_forbidden"],
	responseHeaders: [
		"X-Auth-User-Id",
		"X-Auth-Username",
		"X-Auth-Role",
		"X-Auth-Session-Id",
		"X-Auth-Authenticated-At",
		"X-Auth-Acr",
		"X-Auth-Amr",
		"X-Auth-Name",
		"X-Auth-Email",
		"X-Auth-Groups",
		"X-Auth-Claims",
	],
});

export function createForwardAuthFeature(platform: Platform, { guards, userClaims }: Credentials): Feature {
	const demandEnough = createDemandEnough(platform);
	const identityHeaders = createIdentityHeaders(userClaims);
	return {
		name: "Verification",
		routes(app) {
			const options = { onRequest: [guards.passesGateway], schema: checkCredential };
			app.get("/api/auth/check", options, async (request, reply) => {
				const { principal } = guards.callerOf(request);
				demandEnough(principal.session, request.query);
				return reply.code(204).headers(identityHeaders(principal)).send(null);
			});
		},
	};
}
