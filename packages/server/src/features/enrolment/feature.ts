/**
 * Enrolment: a login for which a second factor has to be added first, because the service demands one and the time for it is over.
 *
 * Owns the two operations between the right password and the session. Who gets the challenge is decided in login/ and setup/.
 *
 *   401 enrolment_required → offered → active, and the session starts
 */
import type { Credentials } from "../../credentials/create-credentials.ts";
import type { Identity } from "../../identity/create-identity.ts";
import type { Feature } from "../../platform/feature.ts";
import { closedObject, operation } from "../../platform/openapi/operation.ts";
import type { Platform } from "../../platform/platform.ts";
import { challengeText, SessionAnswer } from "../schemas.ts";
import { codes, TotpActivation, TotpOffer } from "../second-factor/schemas.ts";
import { createEnrol } from "./enrol.ts";

const offerOperation = operation({
	operationId: "offerTotpAtLogin",
	summary: "Offer an authenticator app, at login",
	description:
		"For a login that was refused with 401 `enrolment_required` and a challenge. Takes the CSRF token that the login had. Nothing changes before a code is sent.",
	tags: ["Login"],
	body: closedObject("EnrolmentRequest", null, { challenge: challengeText }),
	response: { 200: TotpOffer },
	access: "csrf",
	errors: ["challenge_invalid"],
});

const activateOperation = operation({
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
	response: {
		200: closedObject("EnrolmentAnswer", "A cookie session; its secret is in Set-Cookie only.", {
			...SessionAnswer.properties,
			recoveryCodes: codes,
		}),
	},
	access: "csrf",
	errors: ["challenge_invalid", "second_factor_invalid", "rate_limited", "overloaded", "upgrade_in_progress"],
	responseHeaders: ["Set-Cookie"],
});

export function createEnrolmentFeature(
	platform: Platform,
	identity: Identity,
	credentials: Credentials,
): Feature {
	const { guards, presentPrincipal, giveCredential } = credentials;
	const enrol = createEnrol(platform, identity, credentials);
	return {
		name: "Login",
		routes(app) {
			const onRequest = guards.beforeLogin;
			app.post("/api/auth/login/totp", { onRequest, schema: offerOperation }, (request) => {
				const csrfReference = guards.proofOf(request).reference;
				return enrol.offer({ ...request.body, csrfReference });
			});

			const activate = { onRequest, schema: activateOperation };
			app.post("/api/auth/login/totp/activate", activate, async (request, reply) => {
				const present = await presentPrincipal(request);
				const { recoveryCodes, ...loggedIn } = await enrol.activate({
					...request.body,
					csrfReference: guards.proofOf(request).reference,
					presentSessionId: present?.session.id ?? null,
					requester: guards.requesterOf(request, reply),
				});
				const given = { ...loggedIn, message: "Login successful", remembersDevice: true };
				return { ...giveCredential.byCookie(reply, given), recoveryCodes };
			});
		},
	};
}
