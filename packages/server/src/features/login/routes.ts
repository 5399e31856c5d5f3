/**
 * Login: a username and a password become a session, handed out as a JWT or as a cookie.
 *
 * Owns the operation. The password is verified by identity/, the session started by credentials/.
 *
 *   origin → csrf → schema → find the user → count the attempt → verify → start the session → token or cookie
 */
import type { GiveCredential } from "../../credentials/give-credential.ts";
import type { Guards } from "../../credentials/guards/guards.ts";
import type { FindPrincipal } from "../../credentials/session/find-principal.ts";
import type { Cookies } from "../../platform/http/cookies.ts";
import type { MinimumResponseTime } from "../../platform/http/minimum-response-time.ts";
import type { RequesterOf } from "../../platform/http/requester.ts";
import { facts } from "../../platform/http/route.ts";
import type { App } from "../../platform/http/server.ts";
import { SessionAnswer, TokenAnswer } from "../session/answers.ts";
import type { createLogIn } from "./log-in.ts";
import { LoginBody } from "./schemas.ts";

interface LoginRoutes {
	guards: Guards;
	cookies: Cookies;
	requesterOf: RequesterOf;
	minimumResponseTime: MinimumResponseTime;
	findPrincipal: FindPrincipal;
	logIn: ReturnType<typeof createLogIn>;
	giveCredential: GiveCredential;
}

export function loginRoutes(app: App, dependencies: LoginRoutes): void {
	const { guards, cookies, requesterOf, minimumResponseTime, findPrincipal, logIn, giveCredential } =
		dependencies;
	app.post(
		"/api/auth/login",
		{
			onRequest: [guards.readable, guards.beforeLogin],
			schema: {
				operationId: "logIn",
				summary: "Log in",
				description:
					"Takes a username and a password; answers with a JWT, or with a cookie session when `session` is true.",
				tags: ["Login"],
				body: LoginBody,
				response: { 200: { anyOf: [TokenAnswer, SessionAnswer] } },
				...facts(
					"csrf",
					["invalid_credentials", "rate_limited", "overloaded"],
					["Set-Cookie", "RateLimit", "RateLimit-Policy"],
				),
			},
		},
		async (request, reply) => {
			const { username, password, session } = request.body;
			const present =
				session === true
					? await findPrincipal.liveBySecret(cookies.session.read(request.headers.cookie))
					: null;
			const requester = requesterOf(request, reply);
			const loggedIn = await minimumResponseTime(requester, () =>
				logIn({
					username,
					password,
					kind: session === true ? "cookie" : "token",
					csrf: guards.proofOf(request),
					replacedSessionId: present?.session.id ?? null,
					requester,
				}),
			);
			return giveCredential.ofItsKind(reply, {
				...loggedIn,
				message: "Login successful",
				passwordProven: true,
			});
		},
	);
}
