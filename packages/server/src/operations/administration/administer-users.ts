import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import { endOfflineAccess } from "../../identity/application/grant-store.ts";
import type { Throttle } from "../../identity/throttle/throttle.ts";
import type { UserFilter } from "../../identity/user/user-filter.ts";
import { countUsers, listUsers, pageOfUsers } from "../../identity/user/user-page-store.ts";
import { setDisabled } from "../../identity/user/user-store.ts";
import type { Platform } from "../../platform/platform.ts";
import type { QueueMail } from "../mail/queue-mail.ts";
import type { SetupLinks } from "../setup-link/create-setup-link.ts";
import { createAddUser } from "./add-user.ts";
import { createChangeUser, requireOtherAccount, type Which } from "./change-user.ts";
import { createGiveLink } from "./give-link.ts";
import { createInviteUser } from "./invite-user.ts";
import { keepAnAdmin, type Override } from "./keep-an-admin.ts";
import { createRemoveUser } from "./remove-user.ts";
import { createResetUser } from "./reset-user.ts";
import { createSetRole } from "./set-role.ts";
import { createSetUser } from "./set-user.ts";
import { createShowUser } from "./show-user.ts";

export type UserAdministration = ReturnType<typeof createUserAdministration>;

type UserAdministrationUses = Platform & {
	throttle: Throttle;
	setupLinks: SetupLinks;
	queueMail: QueueMail;
};

/**
 * What an operator may do to users: invited or reset → active ⇄ disabled → deleted. Never choose a user's password over the
 * wire (ASVS 6.4.6): a reset gives a one-time link. Every change that takes access away ends all sessions in the same
 * transaction (ASVS 7.4.2). Throws validation_failed, username_taken, external_id_taken, limit_exceeded, not_found, last_admin.
 */
export function createUserAdministration(platform: UserAdministrationUses) {
	const { audit, clock, opened, random, setupLinks, throttle } = platform;
	const giveLink = createGiveLink(platform);
	const { find, change, update } = createChangeUser(platform);

	return {
		find,

		/** By name or the newest first. */
		page: (filter: UserFilter, of: Parameters<typeof pageOfUsers>[2]) => pageOfUsers(opened, filter, of),

		/** Up to `most`. */
		count: (filter: UserFilter, most: number) => countUsers(opened, filter, most),

		/** By name, a page at a time: all, or those whose username begins so. */
		async *list(prefix = "") {
			// One with an @ finds addresses too.
			for await (const users of listUsers(opened, prefix === "" ? {} : { q: prefix }))
				yield users.filter(({ username }) => username.startsWith(prefix));
		},

		...createShowUser({ ...platform, find }),

		add: createAddUser({ ...platform, giveLink }),
		reset: createResetUser({ ...platform, update, giveLink }),

		set: createSetUser({ ...platform, change, find }),

		invite: createInviteUser({ change, giveLink }),

		setRole: createSetRole({ ...platform, change }),

		/** Of one who is disabled already it changes nothing. */
		disable: (which: Which, override: Override = {}) =>
			change(which, async (user, queries, record) => {
				requireOtherAccount(user, audit.actor);
				if (user.disabledAt !== null) return { ended: 0 };
				await record({ event: "user_updated", userId: user.id, detail: { disabled: true } });
				await keepAnAdmin(queries, user, override, clock());
				await setDisabled(queries, user.id, clock());
				await setupLinks.forgetAsked(queries, user.id);
				const end = { reason: "user_disabled", now: clock() } as const;
				return { ended: await revokeSessions(queries, record, { userId: user.id }, end) };
			}),

		/** Of one who is enabled already it changes nothing. */
		enable: (which: Which) =>
			change(which, async ({ id, disabledAt }, queries, record) => {
				if (disabledAt === null) return;
				await record({ event: "user_updated", userId: id, detail: { disabled: false } });
				await setDisabled(queries, id, null);
			}),

		/** Forgets failed logins, at the second factor too: unknown devices need not wait any more. */
		unlock: (which: Which) =>
			update(which, { unlocked: true }, async ({ id, username }, queries) => {
				await throttle.unlock(queries, username);
				await throttle.unlockFactor(queries, id);
			}),

		remove: createRemoveUser({ ...platform, change }),

		/** Ends all sessions of a user, or all but one, and access that outlives them. */
		endSessions: (which: Which, exceptId?: string) =>
			change(which, async ({ id: userId }, queries, record) => {
				await endOfflineAccess(queries, userId, random);
				const ending = { userId, ...(exceptId === undefined ? {} : { exceptId }) };
				const end = { reason: "revoked_by_admin", now: clock() } as const;
				return { ended: await revokeSessions(queries, record, ending, end) };
			}),
	};
}
