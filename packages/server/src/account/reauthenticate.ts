import type { Audit, Client } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import { LoginError } from "../errors.ts";
import type { VerifyPassword } from "../login/verify-password.ts";
import type { createRenew, RenewedSession } from "../session/renew.ts";
import type { Principal } from "../session/session.ts";
import { findUserById } from "../user/user-store.ts";

interface ReauthenticateDependencies {
	database: Queryable;
	audit: Audit;
	verifyPassword: VerifyPassword;
	renew: ReturnType<typeof createRenew>;
}

/** Confirms the password of somebody who is logged in, and renews the session (ASVS 7.2.4). Throws invalid_credentials. */
export function createReauthenticate({ database, audit, verifyPassword, renew }: ReauthenticateDependencies) {
	return async function reauthenticate(
		principal: Principal,
		presentedSecret: string | null,
		password: string,
		client: Client,
		signal: AbortSignal,
	): Promise<RenewedSession> {
		const { id: userId, username } = principal.user;
		const { matches, reservation } = await verifyPassword({
			attempt: { username, client, ownSession: principal.session.csrfReference },
			findOwner: () => findUserById(database, userId),
			password,
			pointer: "/password",
			signal,
		});
		if (!matches) {
			await audit.record({
				event: "authn_login_fail",
				userId,
				sessionId: principal.session.id,
				client,
				detail: { reason: "wrong_password" },
			});
			throw new LoginError("invalid_credentials", { message: "The password is wrong." });
		}
		await audit.transact((queries) => reservation.succeeded(queries));
		return renew(principal, presentedSecret, client, true);
	};
}
