/**
 * Passkeys: a login without a password, and how a user adds one.
 *
 * Routes of operations/login/log-in-with-passkey.ts and operations/factor/add-passkey.ts. How passkeys are checked is in identity/factor/;
 * the list of factors, their names and their removal are in second-factor/, the second step of a login is in login/.
 *
 *   options (sealed challenge, no row) → the browser asks the user → the answer is checked → session, or stored passkey
 */
import { requireFactorName } from "../../identity/factor/factor-name.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Feature } from "../../platform/feature.ts";
import { closedObject, list, operation } from "../../platform/openapi/operation.ts";
import { CredentialAnswer } from "../schemas/common.ts";
import { FactorAdded, factorName } from "../schemas/factor.ts";
import { kindOfLogin, readKind } from "../schemas/kind-of-login.ts";
import {
	newPasskey,
	passkeyAssertion,
	passkeyChallenge,
	passkeyCreation,
	passkeyRequest,
	requireSoundPasskey,
} from "../schemas/passkey.ts";
import type { Parts } from "../uses.ts";

const tags = ["Passkeys"] as const;
const responseHeaders = ["Set-Cookie"] as const;

const loginOptionsOperation = operation({
	operationId: "offerPasskeyLogin",
	summary: "Begin a login with a passkey",
	description:
		"What the browser asks the user for. It is the same for every client, and nothing is stored. A service at an IP address or at plain http has no passkeys: 401 `passkey_invalid` says so.",
	tags,
	body: closedObject("PasskeyLoginOptions", "No members.", {}),
	response: {
		200: closedObject("PasskeyOffer", null, { challenge: passkeyChallenge, passkey: passkeyRequest }),
	},
	access: "csrf",
	errors: ["passkey_invalid"],
});

const logInOperation = operation({
	operationId: "logInWithPasskey",
	summary: "Log in with a passkey",
	description:
		"Without a username and without a password; no second step follows. It takes the CSRF token that the options had, or one of the same page.",
	tags,
	body: {
		...closedObject("PasskeyLoginRequest", null, {
			challenge: passkeyChallenge,
			passkey: passkeyAssertion,
			...kindOfLogin,
		}),
		required: ["challenge", "passkey"],
	},
	response: { 200: CredentialAnswer },
	access: "csrf",
	errors: ["challenge_invalid", "passkey_unknown", "passkey_invalid", "rate_limited"],
	responseHeaders: ["Set-Cookie", "RateLimit", "RateLimit-Policy"],
});

const addOptionsOperation = operation({
	operationId: "offerPasskey",
	summary: "Begin to add a passkey",
	description: "What the browser makes the passkey from. Nothing is stored.",
	tags,
	response: {
		200: closedObject("PasskeyCreationOffer", null, {
			challenge: passkeyChallenge,
			passkey: passkeyCreation,
		}),
	},
	access: "cookie-session",
	errors: ["reauthentication_required", "factor_exists", "passkey_invalid"],
});

const addOperation = operation({
	operationId: "addPasskey",
	summary: "Add a passkey",
	description:
		"From then on it logs in without a password. Logins with the password take a second step only where two-step login is on.",
	tags,
	body: {
		...closedObject("PasskeyAddition", null, {
			challenge: passkeyChallenge,
			passkey: newPasskey,
			name: { ...factorName, description: "Named by who keeps the passkey, unless set." },
		}),
		required: ["challenge", "passkey"],
	},
	response: { 201: FactorAdded },
	access: "cookie-session",
	errors: [
		"reauthentication_required",
		"challenge_invalid",
		"passkey_invalid",
		"factor_exists",
		"rate_limited",
	],
	responseHeaders,
});

const relatedOriginsOperation = operation({
	operationId: "getPasskeyOrigins",
	summary: "Other origins that may use the passkeys",
	description: "Browsers read it at the root of the domain of the passkeys. 404 unless some are set.",
	tags,
	response: {
		200: closedObject("RelatedOrigins", "Related origin requests (WebAuthn 3 section 5.11).", {
			origins: list("Exact origins.", { type: "string", format: "uri" }),
		}),
	},
	access: "public",
	errors: ["not_found"],
});

export function createPasskeyFeature({
	config,
	passkeyOptions,
	guards,
	findCallerByCookie,
	giveCredential,
	logInWithPasskey: login,
	passkeys,
}: Parts): Feature {
	const beforeLogin = guards.beforeLogin;
	const loggedInByCookie = guards.loggedInByCookie;

	return {
		name: "Passkeys",
		description: "Logins without a password.",
		routes(app) {
			const loginOptions = { onRequest: beforeLogin, schema: loginOptionsOperation };
			app.post("/api/auth/login/passkey/options", loginOptions, async (request) =>
				login.options(guards.proofOf(request)),
			);

			const logIn = { onRequest: beforeLogin, schema: logInOperation };
			app.post("/api/auth/login/passkey", logIn, async (request, reply) => {
				const { challenge, passkey, ...chosen } = request.body;
				const { kind, remember } = readKind(chosen);
				const current = kind === "cookie" ? await findCallerByCookie(request) : null;
				const loggedIn = await login.logIn({
					challenge,
					passkey: requireSoundPasskey(passkey),
					kind,
					remember,
					csrf: guards.proofOf(request),
					cookieSessionId: current?.session.id ?? null,
					requester: guards.requesterOf(request, reply),
				});
				const given = { ...loggedIn, message: "Login successful", remembersDevice: true };
				return giveCredential.byKind(reply, given);
			});

			const addOptions = { onRequest: loggedInByCookie, schema: addOptionsOperation };
			app.post("/api/auth/factors/passkey/options", addOptions, (request, reply) =>
				passkeys.options(guards.requestingCallerOf(request, reply)),
			);

			const add = { onRequest: loggedInByCookie, schema: addOperation };
			app.post("/api/auth/factors/passkey", add, async (request, reply) => {
				const caller = guards.requestingCallerOf(request, reply);
				const { challenge, passkey, name = null } = request.body;
				if (name !== null) requireFactorName(name);
				const given = { challenge, passkey: requireSoundPasskey(passkey), name };
				const { id, renewed, recoveryCodes } = await passkeys.add(caller, given);
				const session = { ...renewed, user: caller.principal.user, message: "Session renewed" };
				const credential = giveCredential.byCookie(reply, session);
				return reply.code(201).send({ id, recoveryCodes, credential });
			});

			const relatedOrigins = { schema: relatedOriginsOperation };
			app.get("/.well-known/webauthn", relatedOrigins, async () => {
				if (passkeyOptions.party === null || config.passkeyOrigins.length === 0)
					throw new LoginError("not_found");
				return { origins: passkeyOptions.party.origins };
			});
		},
	};
}
