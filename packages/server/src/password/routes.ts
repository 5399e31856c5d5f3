/**
 * Passwords: how they are hashed, which are refused, and their change by their owner.
 *
 * Owns the hashing pool, the policy and the change. A change needs the present password and ends every session of the
 * user; the caller goes on with a new one.
 */
import { Type } from "typebox";
import type { CsrfProof } from "../csrf/check-csrf.ts";
import { clientOf, goneSignal } from "../http/client.ts";
import type { GiveCredential } from "../http/give-credential.ts";
import type { Guards } from "../http/guards.ts";
import type { App } from "../http/server.ts";
import { SessionAnswer, TokenAnswer } from "../session/answers.ts";
import type { Principal, Session } from "../session/session.ts";
import type { createChangePassword } from "./change-password.ts";

interface PasswordRoutes {
	guards: Guards<Principal, CsrfProof>;
	changePassword: ReturnType<typeof createChangePassword>;
	giveCredential: GiveCredential<Session>;
}

const PasswordBody = Type.Object(
	{ currentPassword: Type.String({ minLength: 1, maxLength: 1024 }), newPassword: Type.String({ maxLength: 1024 }) },
	{ title: "PasswordChangeRequest", additionalProperties: false },
);

export function passwordRoutes(app: App, { guards, changePassword, giveCredential }: PasswordRoutes): void {
	app.post(
		"/api/auth/password",
		{
			onRequest: [guards.readable, guards.loggedIn],
			schema: {
				operationId: "changePassword",
				summary: "Change the password",
				description: "Ends every session of the user, this one included, and answers with the credential of a new one of the same kind.",
				tags: ["Password"],
				body: PasswordBody,
				response: { 200: Type.Union([TokenAnswer, SessionAnswer]) },
			},
			config: { facts: { access: "session", errors: ["password_rejected", "invalid_credentials", "rate_limited", "overloaded"] } },
		},
		async (request, reply) => {
			const { principal } = guards.callerOf(request);
			const change = { ...request.body, client: clientOf(request), signal: goneSignal(reply) };
			const started = await changePassword(principal, change);
			return giveCredential.ofItsKind(reply, { ...started, user: principal.user, message: "Password changed" });
		},
	);
}
