import type { Caller } from "../../credentials/session/caller.ts";
import type { RenewedSession } from "../../credentials/session/renew.ts";
import { type Challenge, originOf } from "../../identity/factor/challenge.ts";
import type { Assertion } from "../../identity/factor/check-assertion.ts";
import { noteDue } from "../../identity/factor/note-due.ts";
import { listPasskeys } from "../../identity/factor/passkey-store.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import { LoginError, type PasskeyRequest } from "../../platform/errors.ts";
import type { Uses } from "../uses.ts";

type ReauthenticateUses = Uses<
	| "opened"
	| "audit"
	| "challenges"
	| "verifyPasskey"
	| "passkeyOptions"
	| "throttle"
	| "loginRate"
	| "secondFactorPolicy"
	| "renew"
>;

/**
 * Confirms a session by a passkey: after the password, or alone, where the passkey verifies the user and so is all that any login
 * requires. Throws factor_missing, challenge_invalid, passkey_unknown, passkey_invalid, rate_limited.
 */
export function createReauthenticateByPasskey({
	opened: { database },
	audit,
	challenges,
	verifyPasskey,
	passkeyOptions,
	throttle,
	loginRate,
	secondFactorPolicy,
	renew,
}: ReauthenticateUses) {
	/** The two purposes differ in what was proven before. */
	function open(text: string, csrfReference: string): { challenge: Challenge; afterPassword: boolean } {
		try {
			return { challenge: challenges.open("reauthenticate", text, csrfReference), afterPassword: true };
		} catch {
			return { challenge: challenges.open("confirm", text, csrfReference), afterPassword: false };
		}
	}

	return {
		async options({ principal, requester }: Caller): Promise<{ challenge: string; passkey: PasskeyRequest }> {
			passkeyOptions.requireParty();
			const { user, session } = principal;
			const present = await findUserById(database, user.id);
			const passkeys = (await listPasskeys(database, user.id)).filter(passkeyOptions.isUsable);
			if (present === null || passkeys.length === 0) throw new LoginError("factor_missing");
			const { kind, csrfReference } = session;
			const { address } = requester.client;
			const from = { kind, csrfReference, known: null, address };
			const { challenge, nonce } = challenges.issue("confirm", present, from);
			return { challenge, passkey: passkeyOptions.request(nonce, "required", passkeys) };
		},

		async confirm(
			{ principal, secret, requester }: Caller,
			given: { challenge: string; passkey: Assertion },
		): Promise<RenewedSession> {
			const { user: caller, session } = principal;
			const { csrfReference } = session;
			const { challenge, afterPassword } = open(given.challenge, csrfReference);
			const user = challenges.requireUnchanged(challenge, await findUserById(database, caller.id));
			const { nonce } = challenge;
			const passkey = await verifyPasskey({
				assertion: given.passkey,
				nonce,
				user,
				afterPassword,
				csrfReference,
				known: { by: "session", reference: csrfReference },
				sessionId: session.id,
				requester,
			});
			await passkey.settledBy(
				audit.transact(async (queries) => {
					await loginRate.countConfirmation(queries, user.id);
					await challenges.use(queries, challenge);
					await passkey.use(queries);
					await noteDue(queries, secondFactorPolicy, user);
					if (afterPassword) await throttle.secondStepSucceeded(queries, originOf(challenge, user.username));
				}),
			);
			const amr = [...(afterPassword ? (["pwd"] as const) : []), ...passkey.proves];
			return renew(principal, secret, requester.client, { amr, complete: true });
		},
	};
}
