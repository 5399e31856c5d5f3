import type { Credentials } from "../../credentials/create-credentials.ts";
import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import type { StartedSession } from "../../credentials/session/start-session.ts";
import type { Identity } from "../../identity/create-identity.ts";
import { noteLogin } from "../../identity/user/user-login-store.ts";
import { findUserById, setPasswordHash, type User } from "../../identity/user/user-store.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import { sha256 } from "../../platform/lib/hash.ts";
import type { Platform } from "../../platform/platform.ts";
import { loginBefore } from "../login/login-before.ts";
import { findSetupLink, type SetupLink, useSetupLink } from "./setup-link-store.ts";

interface SetupRequest {
	token: string;
	password: string;
	/** What the CSRF token refers to. */
	csrfReference: string;
	/** The live session whose cookie came along; the new one takes its place. */
	replacedSessionId: string | null;
	requester: Requester;
}

/**
 * The owner of a setup link sets a password and is logged in: first admin, invited user, reset. The link works once;
 * sessions that were open before a reset end. Dead links count as failures of the address. Throws not_found,
 * setup_link_used, password_rejected, rate_limited, overloaded.
 */
export function createCompleteSetup(
	{ opened: { database }, audit, clock }: Platform,
	{ hasher, demandGoodPassword, throttle }: Identity,
	{ startSession }: Credentials,
) {
	/** The link and its user, or why it may not be used now. */
	async function findOpenLink(token: string): Promise<{ link: SetupLink; user: User } | LoginError> {
		const link = await findSetupLink(database, sha256(token));
		if (link !== null && link.usedAt !== null) return new LoginError("setup_link_used");
		if (link === null || link.expiresAt <= clock()) return dead();
		const user = await findUserById(database, link.userId);
		return user === null || user.disabledAt !== null ? dead() : { link, user };
	}

	return async function completeSetup(request: SetupRequest): Promise<StartedSession & { user: User }> {
		const { token, password, csrfReference, replacedSessionId, requester } = request;
		const { client } = requester;
		const attempt = { username: null, requester, csrfReference, known: null };
		await using reservation = await throttle.reserve(attempt);
		const open = await findOpenLink(token);
		if (open instanceof LoginError) {
			reservation.stand();
			await audit.transact((_queries, record) => reservation.failed(record, null));
			throw open;
		}

		const { link, user } = open;
		await demandGoodPassword("/password", password, user);
		const passwordHash = await hasher.hash(password, requester.signal);
		const started = await reservation.settledBy(
			audit.transact(async (queries, record) => {
				const now = clock();
				const { id: userId } = user;
				if (!(await useSetupLink(queries, link.id, now))) return null;
				// Disabled while the password was being hashed. The link is not used up: thrown here, that is undone.
				if (!(await setPasswordHash(queries, { id: userId, passwordHash, now, whileEnabled: true })))
					throw dead();
				await reservation.succeeded(queries);
				await throttle.unlock(queries, user.username);
				await revokeSessions(queries, record, { userId }, { reason: "password_changed", now, client });
				if (replacedSessionId !== null) {
					const end = { reason: "replaced", now, client } as const;
					await revokeSessions(queries, record, { ids: [replacedSessionId] }, end);
				}
				const previousLogin = await loginBefore(queries, user);
				await noteLogin(queries, { id: userId, now, address: client.address });
				await record({ event: "user_password_set", userId, client });
				// The password is that of the user since this very transaction.
				const amr = ["pwd"] as const;
				return startSession(queries, record, { userId, kind: "cookie", amr, client, previousLogin });
			}),
		);
		if (started === null) throw new LoginError("setup_link_used");
		return { ...started, user };
	};
}

/** One answer for unknown, expired and replaced links, and for those of disabled users. */
function dead(): LoginError {
	const message = "This setup link does not work any more. Ask for a new one.";
	return new LoginError("not_found", { message });
}
