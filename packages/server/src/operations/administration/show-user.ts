import { countLiveSessionsOf } from "../../credentials/session/session-store.ts";
import { countLivingKeys } from "../../identity/access-key/access-key-store.ts";
import { listFactors } from "../../identity/factor/factor-store.ts";
import { countRecoveryCodes } from "../../identity/factor/recovery-code-store.ts";
import { isEmailRefused } from "../../identity/user/email-store.ts";
import type { Platform } from "../../platform/platform.ts";
import { findOpenSetupLinkOf } from "../setup-link/setup-link-store.ts";
import type { Uses } from "../uses.ts";
import type { ChangeUser, Which } from "./change-user.ts";

/** What an operator sees of one user. Throws not_found. */
export function createShowUser({
	opened: { database },
	clock,
	throttle,
	find,
}: Platform & Uses<"throttle"> & Pick<ChangeUser, "find">) {
	return {
		/** A user with what else is known: live sessions, the open setup link, and how long unknown devices have to wait. */
		async show(which: Which) {
			const user = await find(which);
			const now = clock();
			const accessKeys = await countLivingKeys(database, user.id, now);
			const ofKeys = await countLiveSessionsOf(database, user.id, now);
			const sessions = ofKeys.values().reduce((sum, each) => sum + each, 0);
			const link = await findOpenSetupLinkOf(database, user.id, now);
			const wait = await throttle.unknownDevicesWait(user);
			return {
				user,
				sessions,
				accessKeys,
				setupLinkExpiresAt: link?.expiresAt ?? null,
				emailRefused: await isEmailRefused(database, user.id),
				closedUntil: wait === 0 ? null : now + wait,
			};
		},

		async factors(which: Which) {
			const user = await find(which);
			const [factors, recoveryCodes] = [
				await listFactors(database, user.id),
				await countRecoveryCodes(database, user.id),
			];
			return { user, factors, recoveryCodes };
		},
	};
}
