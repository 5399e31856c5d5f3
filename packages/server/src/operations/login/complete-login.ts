import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import { limitsOf } from "../../credentials/session/session.ts";
import type { StartedSession } from "../../credentials/session/start-session.ts";
import { noteDue } from "../../identity/factor/note-due.ts";
import type { Proof } from "../../identity/proof.ts";
import type { User } from "../../identity/user/user.ts";
import { confirmLogin } from "../../identity/user/user-login-store.ts";
import type { Client } from "../../platform/audit/audit.ts";
import type { Parts } from "../uses.ts";
import { loginBefore } from "./login-before.ts";

/** The session that a login is to give. */
export interface AskedSession {
	kind: "token" | "cookie";
	/** The user asks to stay logged in; with a cookie only. */
	remember: boolean;
	/** The live session whose cookie came along; a cookie session takes its place. */
	cookieSessionId: string | null;
}

/** A login of which everything is proven. */
interface ProvenLogin extends AskedSession {
	proof: Proof;
	client: Client;
	/** A better hash of the same password. */
	upgradedHash?: string | null;
}

/**
 * The end of a login by password or passkey; setup links and access keys start their sessions themselves. One transaction, under the
 * lock of the user's row, in which the user is confirmed and the session starts. Resolves with the user as it is then; null: no longer the one who was verified. Throws
 * rate_limited.
 */
export function createCompleteLogin({
	audit,
	clock,
	config,
	loginRate,
	secondFactorPolicy,
	startSession,
}: Parts) {
	return function completeLogin(login: ProvenLogin): Promise<(StartedSession & { user: User }) | null> {
		const { proof, kind, client, cookieSessionId, upgradedHash = null } = login;
		const { user, amr } = proof;
		const { id: userId, username } = user;
		const transaction = audit.transact(async (queries, record) => {
			const { window } = loginRate;
			const at = { now: clock(), address: client.address, window };
			const confirmed = await confirmLogin(queries, { ...user, ...at, upgradedHash });
			if (confirmed === null) return null;
			const { loginWindow, current } = confirmed;
			// Rolls back. Unknown devices are refused only here, where they have shown that they know the password.
			if (loginRate.isOverLimit(loginWindow)) {
				proof.overLimit?.();
				loginRate.throwRateLimited(loginWindow);
			}
			await proof.settle(queries, record);
			if (kind === "cookie" && cookieSessionId !== null) {
				const end = { reason: "replaced", now: clock(), client } as const;
				await revokeSessions(queries, record, { ids: [cookieSessionId] }, end);
			}
			await noteDue(queries, secondFactorPolicy, user);
			const previousLogin = await loginBefore(queries, user);
			const limits = limitsOf(login.remember, config);
			const session = { userId, kind, amr, client, previousLogin, ...limits };
			const started = await startSession(queries, record, session);
			const failures = previousLogin?.failedSince ?? 0;
			await record({
				event: failures > 0 ? "authn_login_successafterfail" : "authn_login_success",
				userId,
				sessionId: started.session.id,
				client,
				detail: {
					kind,
					username,
					known: proof.known?.by ?? null,
					amr,
					...(failures > 0 ? { failures } : {}),
				},
			});
			return { ...started, user: { ...user, ...current } };
		});
		return proof.settledBy(transaction);
	};
}

export type CompleteLogin = ReturnType<typeof createCompleteLogin>;

/** What an answer gives a credential for. */
export type LoggedIn = StartedSession & { user: User; trustDevice?: boolean };
