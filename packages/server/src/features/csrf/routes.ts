/**
 * CSRF tokens: every login and every unsafe call of a cookie session must send one.
 *
 * Owns the operation that gives one out; credentials/csrf/ makes and checks them. The token of a logged-in page is valid as long as
 * its session, and works without a cookie. One given before login is valid for SALLYPORT_PRE_SESSION_LIFETIME, together with its
 * cookie only. Nothing is stored.
 */

import type { Csrf } from "../../credentials/csrf/check-csrf.ts";
import type { Guards } from "../../credentials/guards/guards.ts";
import type { FindPrincipal } from "../../credentials/session/find-principal.ts";
import type { Cookies } from "../../platform/http/cookies.ts";
import { facts } from "../../platform/http/route.ts";
import type { App } from "../../platform/http/server.ts";

interface CsrfRoutes {
	guards: Guards;
	cookies: Cookies;
	findPrincipal: FindPrincipal;
	csrf: Csrf;
}

const CsrfAnswer = {
	type: "object",
	required: ["csrf"],
	properties: {
		csrf: {
			type: "string",
			pattern: "^[A-Za-z0-9._-]+$",
			maxLength: 512,
			description: "For the header csrf of a login, and of the unsafe calls of this session.",
			examples: ["c1.3q2-7wEj.pGk0VbXo5bG9hZGVk"],
		},
	},
	title: "CsrfAnswer",
	additionalProperties: false,
	description: "A csrf value, written differently at each call.",
} as const;

export function csrfRoutes(app: App, { guards, cookies, findPrincipal, csrf }: CsrfRoutes): void {
	app.get(
		"/api/auth/csrf",
		{
			onRequest: [guards.readable],
			schema: {
				operationId: "getCsrf",
				summary: "Get a csrf value",
				description:
					"With the cookie of a session: the session's own value. Else a value bound to a pre-session cookie, which the answer sets.",
				tags: ["Login"],
				response: { 200: CsrfAnswer },
				...facts("public", [], ["Set-Cookie"]),
			},
		},
		async (request, reply) => {
			const principal = await findPrincipal.liveBySecret(cookies.session.read(request.headers.cookie));
			if (principal !== null) {
				await findPrincipal.noteUse(principal);
				return { csrf: csrf.forSession(principal.session) };
			}
			const { value, newSecret } = csrf.forPreSession(cookies.preSession.read(request.headers.cookie));
			if (newSecret !== null) reply.header("set-cookie", cookies.preSession.set(newSecret));
			return { csrf: value };
		},
	);
}
