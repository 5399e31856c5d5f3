/**
 * Setup links: how a first admin, an invited user, or a user who forgot a password gets to set one.
 *
 * Routes of operations/setup-link/. A link is open → used, ended or expired, and works once; the command line makes it and can print it
 * again.
 */

import type { Feature } from "../../platform/feature.ts";
import { closedObject, operation, text } from "../../platform/openapi/operation.ts";
import { linkToken, SessionAnswer } from "../schemas/common.ts";
import type { Parts } from "../uses.ts";

const checkSetupLinkOperation = operation({
	operationId: "checkSetupLink",
	summary: "Check a setup link",
	description:
		"Answers 204 if the link can be used, else with the error that its use would get. Uses up nothing; a dead link counts as a failed attempt.",
	tags: ["Password"],
	body: closedObject("SetupLinkCheck", null, { token: linkToken }),
	response: { 204: { type: "null", description: "The link can be used." } },
	access: "csrf",
	errors: ["not_found", "setup_link_used", "rate_limited"],
	responseHeaders: ["RateLimit", "RateLimit-Policy"],
});

const completeSetupOperation = operation({
	operationId: "completeSetup",
	summary: "Set a password by a setup link",
	description:
		"Sets the password of the link's user and starts a cookie session. With two-step login the password is set, and 401 `second_factor_required` asks for the rest.",
	tags: ["Password"],
	body: closedObject("SetupRequest", null, {
		token: linkToken,
		password: text("The password to come.", { maxLength: 1024 }),
	}),
	response: { 200: SessionAnswer },
	access: "csrf",
	errors: [
		"password_rejected",
		"second_factor_required",
		"enrolment_required",
		"not_found",
		"setup_link_used",
		"rate_limited",
		"overloaded",
	],
	responseHeaders: ["Set-Cookie", "RateLimit", "RateLimit-Policy"],
});

export function createSetupFeature({
	guards,
	findCallerByCookie,
	giveCredential,
	checkSetupLink,
	completeSetup,
}: Parts): Feature {
	return {
		name: "Password",
		routes(app) {
			const onRequest = guards.beforeLogin;
			const check = { onRequest, schema: checkSetupLinkOperation };
			app.post("/api/auth/setup/check", check, async (request, reply) => {
				await checkSetupLink({
					...request.body,
					csrfReference: guards.proofOf(request).reference,
					requester: guards.requesterOf(request, reply),
				});
				return reply.code(204).send(null);
			});

			const complete = { onRequest, schema: completeSetupOperation };
			app.post("/api/auth/setup", complete, async (request, reply) => {
				const current = await findCallerByCookie(request);
				const started = await completeSetup({
					...request.body,
					csrfReference: guards.proofOf(request).reference,
					cookieSessionId: current?.session.id ?? null,
					requester: guards.requesterOf(request, reply),
				});
				const message = "Setup complete";
				return giveCredential.byCookie(reply, { ...started, message, remembersDevice: true });
			});
		},
	};
}
