import type { Caller } from "../../credentials/session/caller.ts";
import { checkNewPasskey, type NewCredential } from "../../identity/factor/check-new-passkey.ts";
import { listPasskeys, type Passkey } from "../../identity/factor/passkey-store.ts";
import { storeNewPasskey } from "../../identity/factor/store-new-passkey.ts";
import { LoginError } from "../../platform/errors.ts";
import { randomUuid } from "../../platform/lib/random.ts";
import type { Parts } from "../uses.ts";
import type { Changed } from "./apply-factor-change.ts";
import type { ChangeFactors } from "./change-factors.ts";

const MOST_PASSKEYS = 20;

/** A passkey of the caller. It does not make passwords need a second step: that is a switch of its own. */
export function createAddPasskey(
	{ opened: { database }, random, challenges, passkeyOptions, countOwnChange }: Parts,
	{ requireFreshUser, change }: Pick<ChangeFactors, "requireFreshUser" | "change">,
) {
	/** Resolves with the passkeys that the user has. Throws factor_exists when there is no room for another one. */
	async function requireRoom(userId: string): Promise<Passkey[]> {
		const existing = await listPasskeys(database, userId);
		if (existing.length >= MOST_PASSKEYS) throw new LoginError("factor_exists");
		return existing;
	}

	return {
		/** Nothing is stored. Throws reauthentication_required, factor_exists, passkey_invalid. */
		async options(caller: Caller) {
			passkeyOptions.requireParty();
			const user = await requireFreshUser(caller.principal);
			const existing = await requireRoom(user.id);
			const { kind, csrfReference } = caller.principal.session;
			const { address } = caller.requester.client;
			const from = { kind, csrfReference, known: null, address };
			const { challenge, nonce } = challenges.issue("add", user, from);
			return { challenge, passkey: passkeyOptions.creation(nonce, user, existing) };
		},

		/** Throws reauthentication_required, challenge_invalid, passkey_invalid, factor_exists, rate_limited. */
		async add(
			caller: Caller,
			given: { challenge: string; passkey: NewCredential; name: string | null },
		): Promise<Changed & { id: string }> {
			const party = passkeyOptions.requireParty();
			const { session } = caller.principal;
			const user = await requireFreshUser(caller.principal);
			const challenge = challenges.open(["add"], given.challenge, session.csrfReference);
			challenges.requireUnchanged(challenge, user);
			await requireRoom(user.id);
			const made = await checkNewPasskey(given.passkey, { nonce: challenge.nonce, party });
			if (made === null) throw new LoginError("passkey_invalid");
			const id = randomUuid(random);
			const { id: userId, secondFactorAt } = user;
			const { client } = caller.requester;
			const changed = await change(caller, user, {
				secondFactorAt,
				needsRecoveryCodes: false,
				endsOthers: false,
				async work(queries, record, now) {
					await challenges.use(queries, challenge);
					await countOwnChange(queries, userId);
					const owned = { id, userId, name: given.name, rpId: party.id, now };
					await storeNewPasskey(queries, made, owned);
					const of = { userId, sessionId: session.id, client };
					await record({ event: "authn_factor_added", ...of, detail: { method: "passkey" } });
				},
			});
			return { ...changed, id };
		},
	};
}
