import type { Credentials } from "../../credentials/create-credentials.ts";
import type { RenewedSession } from "../../credentials/session/renew.ts";
import type { Principal } from "../../credentials/session/session.ts";
import type { Identity } from "../../identity/create-identity.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import type { Platform } from "../../platform/platform.ts";

/** Confirms the password of a user who is logged in, and renews the session (ASVS 7.2.4). Throws invalid_credentials, rate_limited. */
export function createReauthenticate(
	{ opened: { database }, audit }: Platform,
	{ verifyPassword, loginRate }: Identity,
	{ renew }: Credentials,
) {
	return async function reauthenticate(
		principal: Principal,
		presentedSecret: string | null,
		password: string,
		requester: Requester,
	): Promise<RenewedSession> {
		const { id: userId, username } = principal.user;
		const { client } = requester;
		const verified = await verifyPassword({
			username,
			findOwner: () => findUserById(database, userId),
			password,
			pointer: "/password",
			csrfReference: null,
			ownSession: principal.session.csrfReference,
			requester,
		});
		await using reservation = verified.reservation;
		if (!verified.matches) {
			await audit.transact(async (_queries, record) => {
				const detail = { reason: "wrong_password" };
				await record({ event: "authn_login_fail", userId, sessionId: principal.session.id, client, detail });
				await reservation.failed(record, userId);
			});
			throw new LoginError("invalid_credentials", { message: "The password is wrong." });
		}
		await reservation.settledBy(
			audit.transact(async (queries) => {
				await loginRate.countConfirmation(queries, userId);
				await reservation.succeeded(queries);
			}),
		);
		return renew(principal, presentedSecret, client, true);
	};
}
