import type { Audit, Client } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import { LoginError } from "../errors.ts";
import type { Clock } from "../lib/clock.ts";
import type { VerifyPassword } from "../login/verify-password.ts";
import type { DemandGoodPassword } from "../password/demand-good-password.ts";
import type { PasswordHasher } from "../password/hash.ts";
import { endOnRecord } from "../session/end-on-record.ts";
import type { Principal } from "../session/session.ts";
import type { StartedSession, StartSession } from "../session/start-session.ts";
import { findUserById, setPasswordHash } from "../user/user-store.ts";

interface ChangePasswordDependencies {
	database: Queryable;
	audit: Audit;
	clock: Clock;
	hasher: PasswordHasher;
	demandGoodPassword: DemandGoodPassword;
	verifyPassword: VerifyPassword;
	startSession: StartSession;
}

export interface PasswordChange {
	currentPassword: string;
	newPassword: string;
	client: Client;
	signal: AbortSignal;
}

/**
 * Needs the present password besides the session (ASVS 6.2.3). Ends every session of the user; the caller goes on with
 * a new one of the same kind. Throws password_rejected, invalid_credentials, rate_limited, overloaded.
 */
export function createChangePassword(dependencies: ChangePasswordDependencies) {
	const { database, audit, clock, hasher, demandGoodPassword, verifyPassword, startSession } = dependencies;
	return async function changePassword(
		principal: Principal,
		change: PasswordChange,
	): Promise<StartedSession> {
		const { user, session } = principal;
		const { client, signal } = change;
		await demandGoodPassword("/newPassword", change.newPassword, user);

		const { matches, owner, reservation } = await verifyPassword({
			attempt: { username: user.username, client, ownSession: session.csrfReference },
			findOwner: () => findUserById(database, user.id),
			password: change.currentPassword,
			pointer: "/currentPassword",
			signal,
		});
		if (!matches) {
			await audit.record({
				event: "authn_password_change_fail",
				userId: user.id,
				sessionId: session.id,
				client,
			});
			throw new LoginError("invalid_credentials", { message: "The current password is wrong." });
		}

		const passwordHash = await hasher.hash(change.newPassword, signal).catch(async (error: unknown) => {
			// The current password was right; that the new one could not be hashed is no failure to count.
			await reservation.release();
			throw error;
		});
		const started = await audit.transact(async (queries, record) => {
			const now = clock();
			const change = { id: user.id, passwordHash, now, expectedHash: owner.passwordHash, whileEnabled: true };
			if (!(await setPasswordHash(queries, change))) return null;
			await reservation.succeeded(queries);
			await record({ event: "authn_password_change", userId: user.id, sessionId: session.id, client });
			await endOnRecord(queries, record, { userId: user.id }, { reason: "password_changed", now, client });
			return startSession(queries, record, { userId: user.id, kind: session.kind, client });
		});
		if (started === null)
			throw new LoginError("invalid_credentials", { message: "The password was changed meanwhile." });
		return started;
	};
}
