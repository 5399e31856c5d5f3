/**
 * The account: what logged-in users do with their own password.
 *
 * Owns the change of the password and its confirmation. Both verify the present password by identity/verify-password.ts, within
 * the budget of a login. A change ends every session of the user, and starts a new one for the caller.
 */
import type { Credentials } from "../../credentials/create-credentials.ts";
import type { Identity } from "../../identity/create-identity.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Feature } from "../../platform/feature.ts";
import { closedObject, operation } from "../../platform/openapi/operation.ts";
import type { Platform } from "../../platform/platform.ts";
import { CredentialAnswer, challengeText, presentPassword, secondFactorCode } from "../schemas.ts";
import { createChangePassword } from "./change-password.ts";
import { createReauthenticate } from "./reauthenticate.ts";

const ReauthenticateBody = {
	...closedObject("ReauthenticateRequest", null, {
		password: presentPassword("The present password."),
		challenge: challengeText,
		code: secondFactorCode("With two-step login: the code of the authenticator app, or a recovery code."),
	}),
	required: [],
} as const;

const reauthenticateOperation = operation({
	operationId: "reauthenticate",
	summary: "Authenticate again",
	description:
		"Confirms all that a login of the user demands: `password`, with two-step login `code` too, or `challenge` (from 401 `second_factor_required`) and `code`. Makes the authentication of this session fresh, and renews it.",
	tags: ["Password"],
	body: ReauthenticateBody,
	response: { 200: CredentialAnswer },
	access: "session",
	errors: [
		"invalid_credentials",
		"second_factor_required",
		"enrolment_required",
		"second_factor_invalid",
		"challenge_invalid",
		"rate_limited",
		"overloaded",
	],
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
	errors: [
		"reauthentication_required",
		"password_rejected",
		"invalid_credentials",
		"rate_limited",
		"overloaded",
	],
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
				const given = readProof(request.body);
				const requester = requesterOf(request, reply);
				const caller = { principal, secret, requester };
				const renewed = await minimumResponseTime(requester, () =>
					given.by === "password"
						? reauthenticate.byPassword(caller, given)
						: reauthenticate.byChallenge(caller, given),
				);
				const confirmed = { ...renewed, user: principal.user, message: "Password confirmed" };
				return giveCredential.ofItsKind(reply, { ...confirmed, passwordProven: true });
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

/** Either the password, perhaps with a code, or a challenge and its code. */
function readProof(body: { password?: string; challenge?: string; code?: string }) {
	const { password, challenge, code } = body;
	if (password !== undefined && challenge === undefined)
		return { by: "password", password, code: code ?? null } as const;
	if (password === undefined && challenge !== undefined && code !== undefined)
		return { by: "challenge", challenge, code } as const;
	const pointer = password === undefined && challenge === undefined ? "/password" : "/code";
	const message = "Send password, with code if the login takes two steps; or challenge and code.";
	throw new LoginError("validation_failed", { errors: [{ pointer, code: "required", message }] });
}
