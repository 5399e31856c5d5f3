import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import { listLivingKeys } from "../../identity/access-key/access-key-store.ts";
import { removeAllFactors } from "../../identity/factor/factor-store.ts";
import type { User } from "../../identity/user/user.ts";
import { setPasswordHash } from "../../identity/user/user-store.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { DetailOf } from "../../platform/audit/events.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Platform } from "../../platform/platform.ts";
import { endAccessKey } from "../access-key/end-access-key.ts";
import type { Uses } from "../uses.ts";
import {
	type ChangeUser,
	requireOtherAccount,
	requirePerson,
	unknownUser,
	type Which,
} from "./change-user.ts";
import type { GiveLink } from "./give-link.ts";

/** What goes besides the password. */
interface Also {
	secondFactor?: boolean;
	accessKeys?: boolean;
}

/** How an operator takes the password of a user away. Ends all sessions in the same transaction (ASVS 7.4.2). */
export function createResetUser({
	audit,
	clock,
	throttle,
	update,
	giveLink,
}: Platform & Uses<"throttle"> & Pick<ChangeUser, "update"> & { giveLink: GiveLink }) {
	const reset = <Link>(
		which: Which,
		{ secondFactor = false, accessKeys = false }: Also,
		detail: DetailOf<"user_updated">,
		give: (queries: Queryable, record: RecordEvent, user: User) => Promise<Link>,
	) =>
		update(which, detail, async (user, queries, record) => {
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
			const ended = (keys?.sessions ?? 0) + (await revokeSessions(queries, record, { userId: id }, why));
			const link = await give(queries, record, user);
			return {
				ended,
				...(keys && { accessKeys: keys.ended }),
				...link,
				secondFactorDemanded: !secondFactor && secondFactorAt !== null,
			};
		});

	return {
		/**
		 * Takes the password away and makes a setup link. `secondFactor`: takes all factors too. Never factors alone: the
		 * password alone would be enough then. `accessKeys`: ends all keys too.
		 */
		reset: (which: Which, also: Also = {}) => reset(which, also, { reset: true }, giveLink.show),

		/** The same, with the link in a mail to the user. Throws validation_failed where there is no address. */
		resetByMail: (which: Which, also: Also = {}) =>
			reset(which, also, { reset: true, mailed: true }, giveLink.mail),
	};
}

/** Part of a transaction. Resolves with how many keys and sessions ended. */
async function endKeysOf(queries: Queryable, record: RecordEvent, user: User, now: number) {
	const all = { ended: 0, sessions: 0 };
	for (const key of await listLivingKeys(queries, user.id, now)) {
		const end = { key, user, reason: "by_admin", now, client: null } as const;
		all.sessions += (await endAccessKey(queries, record, end)) ?? 0;
		all.ended += 1;
	}
	return all;
}
