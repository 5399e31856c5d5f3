/**
 * Enrolment: a login for which a second factor has to be added first, because the service requires one and the time for it is over.
 *
 * Routes of operations/login/enrol.ts. Who gets the challenge is decided by the login and by the setup link.
 *
 *   401 enrolment_required → offered → active, and the session starts
 */

import type { Begun, Ending, Enrolled } from "../../operations/login/enrol.ts";
import type { Feature } from "../../platform/feature.ts";
import { closedObject, operation } from "../../platform/openapi/operation.ts";
import { challengeText, SessionAnswer } from "../schemas/common.ts";
import { codes, TotpActivation, TotpOffer } from "../schemas/factor.ts";
import { newPasskey, passkeyCreation, requireSoundPasskey } from "../schemas/passkey.ts";
import type { Parts } from "../uses.ts";

const EnrolmentRequest = closedObject("EnrolmentRequest", null, { challenge: challengeText });
const EnrolmentAnswer = closedObject(
	"EnrolmentAnswer",
	"A cookie session; its secret is in Set-Cookie only.",
	{
		...SessionAnswer.properties,
		recoveryCodes: codes,
	},
);

const offerAppOperation = operation({
	operationId: "offerTotpAtLogin",
	summary: "Offer an authenticator app, at login",
	description:
		"For a login that was refused with 401 `enrolment_required` and a challenge. Takes the CSRF token that the login had. Nothing changes before a code is sent.",
	tags: ["Login"],
	body: EnrolmentRequest,
	response: { 200: TotpOffer },
	access: "csrf",
	errors: ["challenge_invalid"],
});

const addAppOperation = operation({
	operationId: "activateTotpAtLogin",
	summary: "Add an authenticator app, and log in",
	description:
		"Stores the offered secret when the code is right, turns two-step login on, ends all sessions of the user, and starts a cookie session.",
	tags: ["Login"],
	body: closedObject("EnrolmentActivation", null, {
		challenge: challengeText,
		offer: TotpActivation.properties.offer,
		code: TotpActivation.properties.code,
	}),
	response: { 200: EnrolmentAnswer },
	access: "csrf",
	errors: ["challenge_invalid", "second_factor_invalid", "rate_limited", "overloaded", "upgrade_in_progress"],
	responseHeaders: ["Set-Cookie"],
});

const offerPasskeyOperation = operation({
	operationId: "offerPasskeyAtLogin",
	summary: "Begin to add a passkey, at login",
	description:
		"For a login that was refused with 401 `enrolment_required` and a challenge: what the browser makes the passkey from. Nothing changes before the passkey is sent.",
	tags: ["Login"],
	body: EnrolmentRequest,
	response: { 200: closedObject("EnrolmentPasskey", null, { passkey: passkeyCreation }) },
	access: "csrf",
	errors: ["challenge_invalid", "passkey_invalid"],
});

const addPasskeyOperation = operation({
	operationId: "addPasskeyAtLogin",
	summary: "Add a passkey, and log in",
	description:
		"Stores the passkey, turns two-step login on, ends all sessions of the user, and starts a cookie session.",
	tags: ["Login"],
	body: closedObject("EnrolmentByPasskey", null, { challenge: challengeText, passkey: newPasskey }),
	response: { 200: EnrolmentAnswer },
	access: "csrf",
	errors: [
		"challenge_invalid",
		"passkey_invalid",
		"factor_exists",
		"rate_limited",
		"overloaded",
		"upgrade_in_progress",
	],
	responseHeaders: ["Set-Cookie"],
});

export function createEnrolmentFeature({
	guards,
	findCallerByCookie,
	giveCredential,
	enrol,
}: Parts): Feature {
	type Enrolling = Parameters<typeof guards.requesterOf>[0] & { body: { challenge: string } };
	type Reply = Parameters<typeof guards.requesterOf>[1];

	function begunOf(request: Enrolling): Begun {
		return { challenge: request.body.challenge, csrfReference: guards.proofOf(request).reference };
	}

	async function endingOf(request: Enrolling, reply: Reply): Promise<Ending> {
		const current = await findCallerByCookie(request);
		return {
			...begunOf(request),
			cookieSessionId: current?.session.id ?? null,
			requester: guards.requesterOf(request, reply),
		};
	}

	function answer(reply: Reply, { recoveryCodes, ...loggedIn }: Enrolled) {
		const given = { ...loggedIn, message: "Login successful", remembersDevice: true };
		return { ...giveCredential.byCookie(reply, given), recoveryCodes };
	}

	return {
		name: "Login",
		routes(app) {
			const onRequest = guards.beforeLogin;
			app.post("/api/auth/login/totp", { onRequest, schema: offerAppOperation }, (request) =>
				enrol.offerApp(begunOf(request)),
			);

			const addApp = { onRequest, schema: addAppOperation };
			app.post("/api/auth/login/totp/activate", addApp, async (request, reply) => {
				const { offer, code } = request.body;
				const given = { ...(await endingOf(request, reply)), offer, code };
				return answer(reply, await enrol.addApp(given));
			});

			const offerPasskey = { onRequest, schema: offerPasskeyOperation };
			app.post("/api/auth/login/new-passkey/options", offerPasskey, (request) =>
				enrol.offerPasskey(begunOf(request)),
			);

			const addPasskey = { onRequest, schema: addPasskeyOperation };
			app.post("/api/auth/login/new-passkey", addPasskey, async (request, reply) => {
				const passkey = requireSoundPasskey(request.body.passkey);
				return answer(reply, await enrol.addPasskey({ ...(await endingOf(request, reply)), passkey }));
			});
		},
	};
}
