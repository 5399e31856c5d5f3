/**
 * The account: what logged-in users do with their own password.
 *
 * Owns the change of the password and its confirmation. Both verify the present password by identity/verify-password.ts, within
 * the budget of a login. A change ends every session of the user, and starts a new one for the caller.
 */
import type { GiveCredential } from "../../credentials/give-credential.ts";
import type { Guards } from "../../credentials/guards/guards.ts";
import type { MinimumResponseTime } from "../../platform/http/minimum-response-time.ts";
import type { RequesterOf } from "../../platform/http/requester.ts";
import { facts } from "../../platform/http/route.ts";
import type { App } from "../../platform/http/server.ts";
import { SessionAnswer, TokenAnswer } from "../session/answers.ts";
import type { createChangePassword } from "./change-password.ts";
import type { createReauthenticate } from "./reauthenticate.ts";
import { PasswordBody, ReauthenticateBody } from "./schemas.ts";

interface AccountRoutes {
	guards: Guards;
	requesterOf: RequesterOf;
	minimumResponseTime: MinimumResponseTime;
	reauthenticate: ReturnType<typeof createReauthenticate>;
	changePassword: ReturnType<typeof createChangePassword>;
	giveCredential: GiveCredential;
}

export function accountRoutes(app: App, dependencies: AccountRoutes): void {
	const { guards, requesterOf, minimumResponseTime, reauthenticate, changePassword, giveCredential } =
		dependencies;
	app.post(
		"/api/auth/reauthenticate",
		{
			onRequest: [guards.readable, guards.loggedIn],
			schema: {
				operationId: "reauthenticate",
				summary: "Confirm the password",
				description: "Makes the authentication of this session fresh, and renews it.",
				tags: ["Password"],
				body: ReauthenticateBody,
				response: { 200: { anyOf: [TokenAnswer, SessionAnswer] } },
				...facts(
					"session",
					["invalid_credentials", "rate_limited", "overloaded"],
					["Set-Cookie", "RateLimit", "RateLimit-Policy"],
				),
			},
		},
		async (request, reply) => {
			const { principal, secret } = guards.callerOf(request);
			const { password } = request.body;
			const requester = requesterOf(request, reply);
			const renewed = await minimumResponseTime(requester, () =>
				reauthenticate(principal, secret, password, requester),
			);
			return giveCredential.ofItsKind(reply, {
				...renewed,
				user: principal.user,
				message: "Password confirmed",
				passwordProven: true,
			});
		},
	);

	app.post(
		"/api/auth/password",
		{
			onRequest: [guards.readable, guards.loggedIn],
			schema: {
				operationId: "changePassword",
				summary: "Change the password",
				description:
					"Ends every session of the user, this one included, and answers with the credential of a new one of the same kind.",
				tags: ["Password"],
				body: PasswordBody,
				response: { 200: { anyOf: [TokenAnswer, SessionAnswer] } },
				...facts(
					"session",
					["password_rejected", "invalid_credentials", "rate_limited", "overloaded"],
					["Set-Cookie", "RateLimit", "RateLimit-Policy"],
				),
			},
		},
		async (request, reply) => {
			const { principal } = guards.callerOf(request);
			const requester = requesterOf(request, reply);
			const change = { ...request.body, requester };
			const started = await minimumResponseTime(requester, () => changePassword(principal, change));
			return giveCredential.ofItsKind(reply, {
				...started,
				user: principal.user,
				message: "Password changed",
				passwordProven: true,
			});
		},
	);
}
