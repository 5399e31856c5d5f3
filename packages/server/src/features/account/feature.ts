/**
 * The account: what logged-in users do with their own password.
 *
 * Owns the change of the password and its confirmation. Both verify the present password by identity/verify-password.ts, within
 * the budget of a login. A change ends every session of the user, and starts a new one for the caller.
 */
import type { Credentials } from "../../credentials/create-credentials.ts";
import type { Identity } from "../../identity/create-identity.ts";
import type { Feature } from "../../platform/feature.ts";
import { closedObject, operation } from "../../platform/openapi/operation.ts";
import type { Platform } from "../../platform/platform.ts";
import { CredentialAnswer, presentPassword } from "../schemas.ts";
import { createChangePassword } from "./change-password.ts";
import { createReauthenticate } from "./reauthenticate.ts";

const reauthenticateOperation = operation({
	operationId: "reauthenticate",
	summary: "Confirm the password",
	description: "Makes the authentication of this session fresh, and renews it.",
	tags: ["Password"],
	body: closedObject("ReauthenticateRequest", null, { password: presentPassword("The present password.") }),
	response: { 200: CredentialAnswer },
	access: "session",
	errors: ["invalid_credentials", "rate_limited", "overloaded"],
	responseHeaders: ["Set-Cookie", "RateLimit", "RateLimit-Policy"],
});

const changePasswordOperation = operation({
	operationId: "changePassword",
	summary: "Change the password",
	description:
		"Ends every session of the user, this one included, and answers with the credential of a new one of the same kind.",
	tags: ["Password"],
	body: closedObject("PasswordChangeRequest", null, {
		currentPassword: presentPassword("The password in force."),
		newPassword: {
			type: "string",
			maxLength: 1024,
			description: "The new password. It must be long, and no other person may know it.",
			examples: ["five words nobody else has"],
		},
	}),
	response: { 200: CredentialAnswer },
	access: "session",
	errors: ["password_rejected", "invalid_credentials", "rate_limited", "overloaded"],
	responseHeaders: ["Set-Cookie", "RateLimit", "RateLimit-Policy"],
});

export function createAccountFeature(
	platform: Platform,
	identity: Identity,
	credentials: Credentials,
): Feature {
	const { requesterOf, minimumResponseTime } = identity;
	const { guards, giveCredential } = credentials;
	const reauthenticate = createReauthenticate(platform, identity, credentials);
	const changePassword = createChangePassword(platform, identity, credentials);
	const onRequest = [guards.readable, guards.loggedIn];
	return {
		name: "Password",
		description: "Setting, confirming and changing one's own password.",
		routes(app) {
			const confirm = { onRequest, schema: reauthenticateOperation };
			app.post("/api/auth/reauthenticate", confirm, async (request, reply) => {
				const { principal, secret } = guards.callerOf(request);
				const { password } = request.body;
				const requester = requesterOf(request, reply);
				const renewed = await minimumResponseTime(requester, () =>
					reauthenticate(principal, secret, password, requester),
				);
				const given = { ...renewed, user: principal.user, message: "Password confirmed" };
				return giveCredential.ofItsKind(reply, { ...given, passwordProven: true });
			});

			const change = { onRequest, schema: changePasswordOperation };
			app.post("/api/auth/password", change, async (request, reply) => {
				const { principal } = guards.callerOf(request);
				const requester = requesterOf(request, reply);
				const change = { ...request.body, requester };
				const started = await minimumResponseTime(requester, () => changePassword(principal, change));
				const given = { ...started, user: principal.user, message: "Password changed" };
				return giveCredential.ofItsKind(reply, { ...given, passwordProven: true });
			});
		},
	};
}
