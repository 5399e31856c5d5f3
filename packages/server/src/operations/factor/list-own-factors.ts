import { listFactors } from "../../identity/factor/factor-store.ts";
import { listPasskeys } from "../../identity/factor/passkey-store.ts";
import { countRecoveryCodes } from "../../identity/factor/recovery-code-store.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Platform } from "../../platform/platform.ts";

/** What a user sees of their own factors. Throws session_ended. */
export function createListOwnFactors({ opened: { database } }: Platform) {
	return async function listOwnFactors(userId: string) {
		const [user, factors, recoveryCodes, passkeys] = await Promise.all([
			findUserById(database, userId),
			listFactors(database, userId),
			countRecoveryCodes(database, userId),
			listPasskeys(database, userId),
		]);
		if (user === null) throw new LoginError("session_ended");
		return { user, factors, recoveryCodes, passkeys };
	};
}
