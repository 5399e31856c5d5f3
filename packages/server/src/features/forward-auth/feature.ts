/**
 * Check: a gateway asks whose a credential is, for each request that it lets through (nginx auth_request, Caddy
 * forward_auth, HAProxy, Traefik).
 *
 * It shows what credentials/session/ finds. A gateway that passes cookies on should tell the method of the request: an unsafe
 * one must then have the CSRF token of its session, and the API behind it need not know of CSRF at all. A gateway may also
 * require how the user authenticated, and how recently.
 */
import { requireScopes } from "../../credentials/guards/require-scope.ts";
import {
	type Acr,
	acrOf,
	acrValues,
	isFresh,
	type Principal,
	type Session,
	type SessionKey,
} from "../../credentials/session/session.ts";
import { shortName } from "../../identity/user/profile-size.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Feature } from "../../platform/feature.ts";
import { inQuery, operation, text } from "../../platform/openapi/operation.ts";
import type { Parts } from "../uses.ts";

const checkCredential = operation({
	operationId: "checkCredential",
	summary: "Check a credential for a gateway",
	description:
		"Answers 204 and says who calls in `X-Auth-*`, or 401. With `X-Forwarded-Method` (or `X-Original-Method`) of an unsafe request, a cookie needs the header `csrf` of that request, else 403; with `Upgrade: websocket` (or the method `CONNECT`), it needs an origin that may. With `acr` or `maxAge`, an authentication that is weaker or older is answered 401 `insufficient_user_authentication`; no access key is enough for it. An access key that is limited to scopes passes only where `scope` asks for some of them, and has all that are asked for; else 403 `insufficient_scope`. Any other parameter is refused.",
	tags: ["Verification"],
	// A requirement that is mistyped must not let everybody in.
	querystring: inQuery({
		acr: text("The least that the user must have proven.", { enum: acrValues, examples: ["aal2"] }),
		maxAge: text("Seconds: how long ago at most.", { pattern: "^[0-9]{1,9}$", examples: ["300"] }),
		scope: text("What an access key must be good for: one name, or several with spaces between them.", {
			maxLength: 512,
			examples: ["reports:read"],
		}),
	}),
	response: { 204: { type: "null", description: "The credential is good." } },
	access: "session",
	errors: [
		"insufficient_user_authentication",
		"insufficient_scope",
		"csrf_missing",
		"csrf_invalid",
		"origin_forbidden",
	],
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
		"X-Auth-Access-Key-Id",
		"X-Auth-Scope",
	],
});

function headersOfKey({ id, scopes }: SessionKey): Record<string, string> {
	return { "x-auth-access-key-id": id, ...(scopes === null ? {} : { "x-auth-scope": scopes.join(" ") }) };
}

export function createForwardAuthFeature({ clock, config: { baseUrl }, guards, userClaims }: Parts): Feature {
	/** Written once for each principal, which requests of one credential share. */
	const written = new WeakMap<Principal, Record<string, string>>();

	/** Throws insufficient_user_authentication, with what it takes (RFC 9470 section 3). */
	function requireEnough(session: Session, { acr, maxAge }: { acr?: Acr; maxAge?: string }): void {
		if (acr === undefined && maxAge === undefined) return;
		const within = maxAge === undefined ? Number.POSITIVE_INFINITY : Number(maxAge) * 1000;
		if (isFresh(session, clock(), { ...(acr && { acr }), within })) return;
		const bearer = ['error="insufficient_user_authentication"'];
		// All that would do; the client may choose.
		if (acr !== undefined) bearer.push(`acr_values="${acrValues.slice(acrValues.indexOf(acr)).join(" ")}"`);
		if (maxAge !== undefined) bearer.push(`max_age="${Number(maxAge)}"`);
		const stepUp = {
			...(acr !== undefined && { acr }),
			...(maxAge !== undefined && { maxAge: Number(maxAge) }),
			reauthenticateAt: `${baseUrl}/reauthenticate${acr === undefined ? "" : `?acr=${acr}`}`,
		};
		throw new LoginError("insufficient_user_authentication", { stepUp, bearer: bearer.join(", ") });
	}

	/** A key with scopes gets in nowhere but where some are asked for: a forgotten route refuses. Throws insufficient_scope. */
	function requireScope(session: Session, asked: string | undefined): void {
		if (session.accessKey === null || session.accessKey.scopes === null) return;
		requireScopes(session, asked?.split(" ").filter((name) => name !== "") ?? []);
	}

	/** Who calls, for the API behind a gateway. */
	function identityHeaders({ user, session }: Principal): Record<string, string> {
		const claims = userClaims(user);
		return {
			"x-auth-user-id": user.id,
			// Headers are ASCII, names are not.
			"x-auth-username": encodeURIComponent(user.username),
			"x-auth-role": user.role,
			"x-auth-session-id": session.id,
			"x-auth-authenticated-at": new Date(session.authenticatedAt).toISOString(),
			"x-auth-acr": acrOf(session.amr),
			"x-auth-amr": session.amr.join(" "),
			"x-auth-name": encodeURIComponent(shortName(user.displayName)),
			...(user.email === null ? {} : { "x-auth-email": user.email }),
			...(user.groups.length === 0 ? {} : { "x-auth-groups": user.groups.join(",") }),
			...(session.accessKey === null ? {} : headersOfKey(session.accessKey)),
			...(Object.keys(claims).length === 0
				? {}
				: { "x-auth-claims": Buffer.from(JSON.stringify(claims)).toString("base64url") }),
		};
	}

	return {
		name: "Verification",
		routes(app) {
			const options = { onRequest: [guards.passesGateway], schema: checkCredential };
			app.get("/api/auth/check", options, async (request, reply) => {
				const { principal } = guards.callerOf(request);
				requireEnough(principal.session, request.query);
				requireScope(principal.session, request.query.scope);
				const headers = written.get(principal) ?? identityHeaders(principal);
				written.set(principal, headers);
				return reply.code(204).headers(headers).send(null);
			});
		},
	};
}
