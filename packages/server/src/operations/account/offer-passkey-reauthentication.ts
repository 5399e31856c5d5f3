import type { Caller } from "../../credentials/session/caller.ts";
import { listPasskeys } from "../../identity/factor/passkey-store.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import { LoginError } from "../../platform/errors.ts";
import type { PasskeyRequest } from "../../platform/required-proof.ts";
import type { Parts } from "../uses.ts";

/** What a browser is asked for to confirm a session by a passkey alone. Throws factor_missing, passkey_invalid. */
export function createOfferPasskeyReauthentication({
	opened: { database },
	challenges,
	passkeyOptions,
}: Parts) {
	return async function offerPasskeyReauthentication({
		principal: { user, session },
		requester,
	}: Caller): Promise<{ challenge: string; passkey: PasskeyRequest }> {
		passkeyOptions.requireParty();
		const current = await findUserById(database, user.id);
		const passkeys = (await listPasskeys(database, user.id)).filter(passkeyOptions.isUsable);
		if (current === null || passkeys.length === 0) throw new LoginError("factor_missing");
		const { kind, csrfReference } = session;
		const { address } = requester.client;
		const from = { kind, csrfReference, known: null, address };
		const { challenge, nonce } = challenges.issue("confirm", current, from);
		return { challenge, passkey: passkeyOptions.request(nonce, "required", passkeys) };
	};
}
