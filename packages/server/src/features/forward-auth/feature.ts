/**
 * Check: a gateway asks whose a credential is, for each request that it lets through (nginx auth_request, Caddy
 * forward_auth, HAProxy, Traefik).
 *
 * Owns nothing: it shows what session/ finds. A gateway that passes cookies on should tell the method of the request: an unsafe
 * one must then have the CSRF token of its session, and the API behind it need not know of CSRF at all.
 */
import type { Credentials } from "../../credentials/create-credentials.ts";
import type { Feature } from "../../platform/feature.ts";
import { operation } from "../../platform/openapi/operation.ts";

const checkCredential = operation({
	operationId: "checkCredential",
	summary: "Check a credential for a gateway",
	description:
		"Answers 204 and says who calls in `X-Auth-*`, or 401. With `X-Forwarded-Method` (or `X-Original-Method`) of an unsafe request, a cookie needs the header `csrf` of that request, else 403.",
	tags: ["Verification"],
	response: { 204: { type: "null", description: "The credential is good." } },
	access: "session",
	errors: ["csrf_missing", "csrf_invalid", "origin_forbidden"],
	responseHeaders: [
		"X-Auth-User-Id",
		"X-Auth-Username",
		"X-Auth-Role",
		"X-Auth-Session-Id",
		"X-Auth-Authenticated-At",
	],
});

export function createForwardAuthFeature({ guards }: Credentials): Feature {
	return {
		name: "Verification",
		routes(app) {
			const options = { onRequest: [guards.passesGateway], schema: checkCredential };
			app.get("/api/auth/check", options, async (request, reply) => {
				const { user, session } = guards.callerOf(request).principal;
				const caller = {
					"x-auth-user-id": user.id,
					// Headers are ASCII, names are not.
					"x-auth-username": encodeURIComponent(user.username),
					"x-auth-role": user.role,
					"x-auth-session-id": session.id,
					"x-auth-authenticated-at": new Date(session.authenticatedAt).toISOString(),
				};
				return reply.code(204).headers(caller).send(null);
			});
		},
	};
}
