/**
 * Setup links: how a first admin, an invited user, or somebody who forgot a password comes to a password of their own.
 *
 * Owns the links: open → used, or expired. A link works once; the command line makes it and can print it again.
 */
import type { GiveCredential } from "../../credentials/give-credential.ts";
import type { Guards } from "../../credentials/guards/guards.ts";
import type { FindPrincipal } from "../../credentials/session/find-principal.ts";
import type { Cookies } from "../../platform/http/cookies.ts";
import type { RequesterOf } from "../../platform/http/requester.ts";
import { facts } from "../../platform/http/route.ts";
import type { App } from "../../platform/http/server.ts";
import { SessionAnswer } from "../session/answers.ts";
import type { createCompleteSetup } from "./complete-setup.ts";

interface SetupRoutes {
	guards: Guards;
	cookies: Cookies;
	requesterOf: RequesterOf;
	findPrincipal: FindPrincipal;
	completeSetup: ReturnType<typeof createCompleteSetup>;
	giveCredential: GiveCredential;
}

const SetupBody = {
	type: "object",
	required: ["token", "password"],
	properties: {
		token: {
			type: "string",
			minLength: 1,
			maxLength: 128,
			description: "What the link carries behind #token=.",
		},
		password: { type: "string", maxLength: 1024, description: "The password to come." },
	},
	title: "SetupRequest",
	additionalProperties: false,
} as const;

export function setupRoutes(app: App, dependencies: SetupRoutes): void {
	const { guards, cookies, requesterOf, findPrincipal, completeSetup, giveCredential } = dependencies;
	app.post(
		"/api/auth/setup",
		{
			onRequest: [guards.readable, guards.beforeLogin],
			schema: {
				operationId: "completeSetup",
				summary: "Set a password by a setup link",
				description: "Sets the password of the link's user and starts a cookie session.",
				tags: ["Password"],
				body: SetupBody,
				response: { 200: SessionAnswer },
				...facts(
					"csrf",
					["password_rejected", "not_found", "setup_link_used", "rate_limited", "overloaded"],
					["Set-Cookie", "RateLimit", "RateLimit-Policy"],
				),
			},
		},
		async (request, reply) => {
			const present = await findPrincipal.liveBySecret(cookies.session.read(request.headers.cookie));
			const started = await completeSetup({
				...request.body,
				csrfReference: guards.proofOf(request).reference,
				replacedSessionId: present?.session.id ?? null,
				requester: requesterOf(request, reply),
			});
			return giveCredential.byCookie(reply, {
				...started,
				message: "Setup complete",
				passwordProven: true,
			});
		},
	);
}
