/**
 * The account: what logged-in users do with their own password, and the language that they read.
 *
 * Routes of operations/account/. Change and confirmation verify the current password by identity/verify-password.ts, within the
 * budget of a login. A change ends every session of the user, and starts a new one for the caller.
 */
import { locales } from "../../platform/config/appearance-settings.ts";
import { invalid } from "../../platform/errors.ts";
import type { Feature } from "../../platform/feature.ts";
import { clientOf } from "../../platform/http/requester.ts";
import { closedObject, operation, text } from "../../platform/openapi/operation.ts";
import {
	CredentialAnswer,
	challengeText,
	currentPassword,
	secondFactorCode,
	secondStepErrors,
} from "../schemas/common.ts";
import {
	passkeyAssertion,
	passkeyChallenge,
	passkeyRequest,
	requireSoundPasskey,
} from "../schemas/passkey.ts";
import { MessageAnswer } from "../schemas/session.ts";
import type { Parts } from "../uses.ts";

const ReauthenticateBody = {
	...closedObject("ReauthenticateRequest", null, {
		password: currentPassword("The present password."),
		challenge: challengeText,
		code: secondFactorCode("With two-step login: the code of the authenticator app, or a recovery code."),
		passkey: passkeyAssertion,
	}),
	required: [],
} as const;

const reauthenticateOperation = operation({
	operationId: "reauthenticate",
	summary: "Authenticate again",
	description:
		"Confirms all that a login of the user demands: `password`, with two-step login `code` too, or `challenge` (from 401 `second_factor_required`) and `code` or `passkey`, or `challenge` (from `/options`) and `passkey` alone. Makes the authentication of this session fresh, and renews it.",
	tags: ["Password"],
	body: ReauthenticateBody,
	response: { 200: CredentialAnswer },
	access: "session",
	errors: ["invalid_credentials", "second_factor_required", "enrolment_required", ...secondStepErrors],
	responseHeaders: ["Set-Cookie", "RateLimit", "RateLimit-Policy"],
});

const optionsOperation = operation({
	operationId: "offerPasskeyReauthentication",
	summary: "Begin to authenticate again with a passkey",
	description: "What the browser asks the user for; nothing is stored.",
	tags: ["Password"],
	response: {
		200: closedObject("PasskeyReauthenticationOffer", null, {
			challenge: passkeyChallenge,
			passkey: passkeyRequest,
		}),
	},
	access: "session",
	errors: ["factor_missing", "passkey_invalid"],
});

const changePasswordOperation = operation({
	operationId: "changePassword",
	summary: "Change the password",
	description:
		"Ends every session of the user, this one included, and answers with the credential of a new one of the same kind.",
	tags: ["Password"],
	body: closedObject("PasswordChangeRequest", null, {
		currentPassword: currentPassword("The password in force."),
		newPassword: text("The new password. It must be long, and no other person may know it.", {
			maxLength: 1024,
			examples: ["five words nobody else has"],
		}),
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

const chooseLanguageOperation = operation({
	operationId: "chooseLanguage",
	summary: "Choose the language",
	description: "Of the pages, and of mails to the user. It takes the place of what an operator has set.",
	tags: ["Own data"],
	body: closedObject("LanguageChoice", null, {
		locale: {
			type: ["string", "null"],
			enum: [...locales, null],
			description: "One that the pages are in; null: as the browser says.",
			examples: ["de"],
		},
	}),
	response: { 200: MessageAnswer },
	access: "session",
	errors: ["rate_limited"],
});

export function createAccountFeature({
	guards,
	giveCredential,
	minimumResponseTime,
	reauthenticate,
	offerPasskeyReauthentication,
	changePassword,
	chooseLanguage,
}: Parts): Feature {
	const onRequest = guards.loggedIn;
	return {
		name: "Password",
		description: "Setting, confirming and changing one's own password.",
		routes(app) {
			const confirm = { onRequest, schema: reauthenticateOperation };
			app.post("/api/auth/reauthenticate", confirm, async (request, reply) => {
				const caller = guards.requestingCallerOf(request, reply);
				const given = readProof(request.body);
				const renewed = await minimumResponseTime(caller.requester, () => reauthenticate(caller, given));
				const confirmed = { ...renewed, user: caller.principal.user, message: "Password confirmed" };
				return giveCredential.byKind(reply, { ...confirmed, remembersDevice: true });
			});

			const options = { onRequest, schema: optionsOperation };
			app.post("/api/auth/reauthenticate/options", options, (request, reply) =>
				offerPasskeyReauthentication(guards.requestingCallerOf(request, reply)),
			);

			const change = { onRequest, schema: changePasswordOperation };
			app.post("/api/auth/password", change, async (request, reply) => {
				const { principal, requester } = guards.requestingCallerOf(request, reply);
				const change = { ...request.body, requester };
				const started = await minimumResponseTime(requester, () => changePassword(principal, change));
				const given = { ...started, user: principal.user, message: "Password changed" };
				return giveCredential.byKind(reply, given);
			});

			const language = { onRequest, schema: chooseLanguageOperation };
			app.post("/api/auth/locale", language, async (request) => {
				const { principal } = guards.callerOf(request);
				await chooseLanguage(principal, request.body.locale, clientOf(request));
				return { message: "Language chosen" };
			});
		},
	};
}

/** The password, with or without a code; or a challenge and what answers it. */
function readProof<Passkey extends object>(body: {
	password?: string;
	challenge?: string;
	code?: string;
	passkey?: Passkey;
}) {
	const { password, challenge, code, passkey } = body;
	if (password !== undefined && challenge === undefined && passkey === undefined)
		return { by: "password", password, code: code ?? null } as const;
	if (password === undefined && challenge !== undefined) {
		if (code !== undefined && passkey === undefined) return { by: "code", challenge, code } as const;
		if (code === undefined && passkey !== undefined)
			return { by: "passkey", challenge, passkey: requireSoundPasskey(passkey) } as const;
	}
	const pointer = password === undefined && challenge === undefined ? "/password" : "/code";
	const message = "Send password, with code if the login takes two steps; or challenge, and code or passkey.";
	throw invalid(pointer, "required", message);
}
