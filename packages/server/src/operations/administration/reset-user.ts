import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import { removeAllFactors } from "../../identity/factor/factor-store.ts";
import { setPasswordHash } from "../../identity/user/user-store.ts";
import type { DetailOf } from "../../platform/audit/events.ts";
import type { Platform } from "../../platform/platform.ts";
import { endKeysOf } from "../access-key/end-access-key.ts";
import type { Uses } from "../uses.ts";
import {
	type ChangeUser,
	requireOtherAccount,
	requirePerson,
	unknownUser,
	type Which,
} from "./change-user.ts";
import type { GiveLink } from "./give-link.ts";
import { createWatchResets } from "./watch-resets.ts";

interface How {
	/** All factors go too. Never factors alone: the password alone would be enough then. */
	secondFactor?: boolean;
	/** All access keys end too. */
	accessKeys?: boolean;
	/** How the link gets to the user. */
	give?: keyof GiveLink;
}

/**
 * How an operator takes the password of a user away: ends all sessions in the same transaction (ASVS 7.4.2), and makes a setup link.
 * Throws validation_failed where a mail has no address.
 */
export function createResetUser(
	uses: Platform & Uses<"throttle"> & Pick<ChangeUser, "update"> & { giveLink: GiveLink },
) {
	const { audit, clock, throttle, update, giveLink } = uses;
	const watchResets = createWatchResets(uses);
	return (which: Which, { secondFactor = false, accessKeys = false, give = "show" }: How = {}) => {
		const detail: DetailOf<"user_updated"> = { reset: true, ...(give === "mail" && { mailed: true }) };
		return update(which, detail, async (user, queries, record) => {
			const { id, secondFactorAt } = user;
			requirePerson(user);
			requireOtherAccount(user, audit.actor);
			const now = clock();
			// Another command has removed the user since.
			if (!(await setPasswordHash(queries, { id, passwordHash: null, now }))) throw unknownUser();
			await throttle.unlockFactor(queries, id);
			if (secondFactor) {
				await removeAllFactors(queries, { userId: id, now });
				await record({ event: "authn_factor_reset", userId: id });
			}
			const keys = accessKeys ? await endKeysOf(queries, record, user, now) : null;
			const why = { reason: "revoked_by_admin", now } as const;
			const ended = (keys?.ended ?? 0) + (await revokeSessions(queries, record, { userId: id }, why));
			const link = await giveLink[give](queries, record, user);
			await watchResets(queries, record);
			return {
				ended,
				...(keys && { accessKeys: keys.keys }),
				...link,
				secondFactorDemanded: !secondFactor && secondFactorAt !== null,
			};
		});
	};
}
