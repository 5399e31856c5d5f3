import { requireStillLive } from "../../credentials/session/require-session.ts";
import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import type { Principal } from "../../credentials/session/session.ts";
import type { StartedSession } from "../../credentials/session/start-session.ts";
import { noteDue } from "../../identity/factor/note-due.ts";
import type { User } from "../../identity/user/user.ts";
import { findUserById, setPasswordHash } from "../../identity/user/user-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import { recordRefusal } from "../login/record-refusal.ts";
import { endOpenSetupLinks } from "../setup-link/setup-link-store.ts";
import type { Parts } from "../uses.ts";

interface PasswordChange {
	currentPassword: string;
	newPassword: string;
	requester: Requester;
}

/** Where a second factor is overdue, the device is known only if it was before: it could add the factor. */
type ChangedPassword = StartedSession & { remembersDevice: boolean };

/**
 * Needs the current password besides the session (ASVS 6.2.3). Ends every session of the user; the caller continues with a new one
 * of the same kind. Throws reauthentication_required (two-step login only), password_rejected, invalid_credentials,
 * rate_limited, overloaded.
 */
export function createChangePassword({
	opened: { database },
	audit,
	clock,
	hasher,
	requireGoodPassword,
	verifyPassword,
	throttle,
	loginRate,
	secondFactorPolicy,
	devices,
	startSession,
	requireFresh,
}: Parts) {
	return async function changePassword(
		{ user, session }: Principal,
		{ currentPassword, newPassword, requester }: PasswordChange,
	): Promise<ChangedPassword> {
		const { client } = requester;
		await requireUser(database);
		await requireGoodPassword("/newPassword", newPassword, user);

		await using password = await verifyPassword({
			username: user.username,
			findUser: () => findUserById(database, user.id),
			password: currentPassword,
			pointer: "/currentPassword",
			csrfReference: null,
			ownSession: session.csrfReference,
			requester,
		});
		if (!password.matches) {
			const of = { userId: user.id, sessionId: session.id, client };
			await recordRefusal(audit, [password], { event: "authn_password_change_fail", ...of });
			throw new LoginError("invalid_credentials", "The current password is wrong.");
		}

		// If the new one cannot be hashed, the attempt is taken back.
		const passwordHash = await hasher.hash(newPassword, requester.signal);
		const expectedHash = password.user.passwordHash;
		const started = await password.settledBy(
			audit.transact(async (queries, record) => {
				const now = clock();
				const change = { id: user.id, passwordHash, now, expectedHash, whileEnabled: true };
				if (!(await setPasswordHash(queries, change))) return null;
				// Under the lock of its row: since the check the session may have ended, and two-step login begun.
				await requireStillLive(queries, session, now);
				const current = await requireUser(queries);
				const isOverdue = secondFactorPolicy.requirementOf(current) === "enrol";
				// No second factor is asked for here: where one is on or overdue, the session rests on what was proven before.
				const isUnchanged = isOverdue || current.secondFactorAt !== null;
				await noteDue(queries, secondFactorPolicy, current);
				await loginRate.countConfirmation(queries, user.id);
				await password.settle(queries, record);
				await throttle.passwordReplaced(queries, user.id);
				await record({ event: "authn_password_change", userId: user.id, sessionId: session.id, client });
				const end = { reason: "password_changed", now, client } as const;
				await revokeSessions(queries, record, { userId: user.id }, end);
				// A link in a mailbox must not undo this change, and an address that an attacker asked for must not outlive it.
				await endOpenSetupLinks(queries, now, { userId: user.id, purposes: ["recovery", "email"] });
				const started = await startSession(queries, record, {
					userId: user.id,
					kind: session.kind,
					amr: isUnchanged ? session.amr : password.amr,
					authenticatedAt: isUnchanged ? session.authenticatedAt : now,
					client,
					previousLogin: session.previousLogin,
					absoluteLimit: session.absoluteLimit,
					idleLimit: session.idleLimit,
				});
				const wasKnown = devices.recognize(requester.device, password.user) !== null;
				return { ...started, remembersDevice: wasKnown || !isOverdue };
			}),
		);
		if (started === null) throw new LoginError("invalid_credentials", "The password was changed meanwhile.");
		return started;

		async function requireUser(queries: Queryable): Promise<User> {
			const current = await findUserById(queries, user.id);
			if (current === null) throw new LoginError("session_ended");
			if (current.secondFactorAt !== null) await requireFresh(queries, session, current);
			return current;
		}
	};
}
