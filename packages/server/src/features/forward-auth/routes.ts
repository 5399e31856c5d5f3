/**
 * Check: who stands behind a credential, asked by a gateway for each request that it lets through (nginx auth_request,
 * Caddy forward_auth, HAProxy, Traefik).
 *
 * Owns nothing: it shows what session/ finds. A gateway that hands on cookies shall tell the method of the request, so that an
 * unsafe one is held to the csrf value of its session here, and the API behind it need not know of csrf at all.
 */
import type { Guards } from "../../credentials/guards/guards.ts";
import { facts } from "../../platform/http/route.ts";
import type { App } from "../../platform/http/server.ts";

export function checkRoutes(app: App, { guards }: { guards: Guards }): void {
	app.get(
		"/api/auth/check",
		{
			onRequest: [guards.passesGateway],
			schema: {
				operationId: "checkCredential",
				summary: "Check a credential for a gateway",
				description:
					"Answers 204 and says who calls in `X-Auth-*`, or 401. With `X-Forwarded-Method` (or `X-Original-Method`) of an unsafe request, a cookie needs the header `csrf` of that request, else 403.",
				tags: ["Verification"],
				response: { 204: { type: "null", description: "The credential is good." } },
				...facts(
					"session",
					["csrf_missing", "csrf_invalid", "origin_forbidden"],
					[
						"X-Auth-User-Id",
						"X-Auth-Username",
						"X-Auth-Role",
						"X-Auth-Session-Id",
						"X-Auth-Authenticated-At",
					],
				),
			},
		},
		async (request, reply) => {
			const { user, session } = guards.callerOf(request).principal;
			return reply
				.code(204)
				.headers({
					"x-auth-user-id": user.id,
					// Headers are ASCII, names are not.
					"x-auth-username": encodeURIComponent(user.username),
					"x-auth-role": user.role,
					"x-auth-session-id": session.id,
					"x-auth-authenticated-at": new Date(session.authenticatedAt).toISOString(),
				})
				.send(null);
		},
	);
}
