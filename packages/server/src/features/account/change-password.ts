import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import type { Principal } from "../../credentials/session/session.ts";
import type { StartedSession, StartSession } from "../../credentials/session/start-session.ts";
import type { PasswordHasher } from "../../identity/password/hash.ts";
import type { DemandGoodPassword } from "../../identity/password/policy.ts";
import type { LoginRate } from "../../identity/throttle/login-rate.ts";
import { findUserById, setPasswordHash } from "../../identity/user/user-store.ts";
import type { VerifyPassword } from "../../identity/verify-password.ts";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import type { Clock } from "../../platform/lib/clock.ts";

interface ChangePasswordDependencies {
	database: Queryable;
	audit: Audit;
	clock: Clock;
	hasher: PasswordHasher;
	demandGoodPassword: DemandGoodPassword;
	verifyPassword: VerifyPassword;
	loginRate: LoginRate;
	startSession: StartSession;
}

export interface PasswordChange {
	currentPassword: string;
	newPassword: string;
	requester: Requester;
}

/**
 * Needs the present password besides the session (ASVS 6.2.3). Ends every session of the user; the caller goes on with
 * a new one of the same kind. Throws password_rejected, invalid_credentials, rate_limited, overloaded.
 */
export function createChangePassword(dependencies: ChangePasswordDependencies) {
	const { database, audit, clock, hasher, demandGoodPassword, verifyPassword, loginRate, startSession } =
		dependencies;
	return async function changePassword(
		principal: Principal,
		change: PasswordChange,
	): Promise<StartedSession> {
		const { user, session } = principal;
		const { requester } = change;
		const { client } = requester;
		await demandGoodPassword("/newPassword", change.newPassword, user);

		const verified = await verifyPassword({
			username: user.username,
			findOwner: () => findUserById(database, user.id),
			password: change.currentPassword,
			pointer: "/currentPassword",
			csrfReference: null,
			ownSession: session.csrfReference,
			requester,
		});
		await using reservation = verified.reservation;
		if (!verified.matches) {
			const of = { userId: user.id, sessionId: session.id, client };
			await audit.transact(async (_queries, record) => {
				await record({ event: "authn_password_change_fail", ...of });
				await reservation.failed(record, user.id);
			});
			throw new LoginError("invalid_credentials", { message: "The current password is wrong." });
		}

		// When the new one cannot be hashed, that is no failure to count: the reservation goes back.
		const passwordHash = await hasher.hash(change.newPassword, requester.signal);
		const expectedHash = verified.owner.passwordHash;
		const started = await reservation.settledBy(
			audit.transact(async (queries, record) => {
				const now = clock();
				const change = { id: user.id, passwordHash, now, expectedHash, whileEnabled: true };
				if (!(await setPasswordHash(queries, change))) return null;
				await loginRate.countConfirmation(queries, user.id);
				await reservation.succeeded(queries);
				await record({ event: "authn_password_change", userId: user.id, sessionId: session.id, client });
				await revokeSessions(
					queries,
					record,
					{ userId: user.id },
					{ reason: "password_changed", now, client },
				);
				return startSession(queries, record, {
					userId: user.id,
					kind: session.kind,
					amr: verified.proven,
					client,
					previousLogin: session.previousLogin,
				});
			}),
		);
		if (started === null)
			throw new LoginError("invalid_credentials", { message: "The password was changed meanwhile." });
		return started;
	};
}
