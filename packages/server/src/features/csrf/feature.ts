/**
 * CSRF tokens: every login and every unsafe call of a cookie session must send one.
 *
 * The route that gives one out; credentials/csrf/ makes and checks them. The token of a logged-in page is valid as long as
 * its session, and works without a cookie. One given before login is valid for SALLYPORT_PRE_SESSION_LIFETIME, together with its
 * cookie only. Nothing is stored.
 */
import type { Feature } from "../../platform/feature.ts";
import { closedObject, operation } from "../../platform/openapi/operation.ts";
import { csrfToken } from "../schemas/common.ts";
import type { Parts } from "../uses.ts";

const getCsrf = operation({
	operationId: "getCsrf",
	summary: "Get a CSRF token",
	description:
		"With the cookie of a session: the session's own token. Else a token bound to a pre-session cookie, which the answer sets.",
	tags: ["Login"],
	response: {
		200: closedObject("CsrfAnswer", "A CSRF token, written differently at each call.", {
			csrf: csrfToken("For the header csrf of a login, and of the unsafe calls of this session."),
		}),
	},
	access: "public",
	responseHeaders: ["Set-Cookie"],
});

export function createCsrfFeature({
	guards,
	cookies,
	findPrincipal,
	findCallerByCookie,
	csrf,
}: Parts): Feature {
	return {
		name: "Login",
		routes(app) {
			app.get("/api/auth/csrf", { onRequest: [guards.readable], schema: getCsrf }, async (request, reply) => {
				const principal = await findCallerByCookie(request);
				if (principal !== null) {
					await findPrincipal.noteUse(principal);
					return { csrf: csrf.forSession(principal.session) };
				}
				const { token, newSecret } = csrf.forPreSession(cookies.preSession.read(request.headers.cookie));
				if (newSecret !== null) reply.header("set-cookie", cookies.preSession.set(newSecret));
				return { csrf: token };
			});
		},
	};
}
