import type { Caller } from "../../credentials/session/caller.ts";
import { listTotpSecrets, type TotpSecret } from "../../identity/factor/totp-store.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Parts } from "../uses.ts";
import type { Changed } from "./apply-factor-change.ts";
import type { ChangeFactors } from "./change-factors.ts";

/** An old phone and a new one. */
const MOST_APPS = 2;

/** An authenticator app: offered first, and stored when the user has shown that the app makes the right codes. */
export function createAddTotp(
	{ opened: { database }, clock, totpOffers, countOwnChange }: Parts,
	{ requireFreshUser, change }: Pick<ChangeFactors, "requireFreshUser" | "change">,
) {
	/** Resolves with the apps that the user has. Throws factor_exists when there is no room for another one. */
	async function requireRoom(userId: string): Promise<TotpSecret[]> {
		const existing = await listTotpSecrets(database, userId);
		if (existing.length >= MOST_APPS) throw new LoginError("factor_exists");
		return existing;
	}

	return {
		/** Nothing is stored. Throws reauthentication_required, factor_exists. */
		async offer(caller: Caller): Promise<{ offer: string; secret: string; uri: string }> {
			const user = await requireFreshUser(caller.principal);
			await requireRoom(user.id);
			return totpOffers.make(user);
		},

		/**
		 * Stores the app and turns two-step login on. The code is used up by it. Throws reauthentication_required,
		 * challenge_invalid, factor_exists, second_factor_invalid, rate_limited.
		 */
		async activate(
			caller: Caller,
			given: { offer: string; code: string; name: string },
		): Promise<Changed & { id: string }> {
			const { principal, requester } = caller;
			const user = await requireFreshUser(caller.principal);
			const existing = await requireRoom(user.id);
			const known = { by: "session", reference: principal.session.csrfReference } as const;
			const app = await totpOffers.requireRightCode(user.id, given, { known, requester });
			const { id } = app;
			if (existing.some((each) => each.id === id))
				throw new LoginError("factor_exists", "This app was added already.");
			const changed = await change(caller, user, {
				secondFactorAt: user.secondFactorAt ?? clock(),
				proves: ["otp", "mfa"],
				needsRecoveryCodes: true,
				endsOthers: false,
				async work(queries, record, now) {
					await countOwnChange(queries, user.id);
					await totpOffers.store(queries, { ...app, name: given.name, now });
					const of = { userId: user.id, sessionId: principal.session.id, client: requester.client };
					await record({ event: "authn_factor_added", ...of, detail: { method: "totp" } });
				},
			});
			return { ...changed, id };
		},
	};
}
