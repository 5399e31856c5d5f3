import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import type { EndReason } from "../../credentials/session/session.ts";
import { listUsers } from "../../identity/user/user-list-store.ts";
import { setDisabled } from "../../identity/user/user-store.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import { isUniqueViolation } from "../../platform/database/error-codes.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { QueueMail } from "../mail/queue-mail.ts";
import type { SetupLinks } from "../setup-link/create-setup-link.ts";
import type { Uses } from "../uses.ts";
import { createAddUser } from "./add-user.ts";
import { requireProfile } from "./apply-profile-change.ts";
import { createChangeProfile, type Moves, requireGroups } from "./change-profile.ts";
import { createChangeUser, unknownUser } from "./change-user.ts";
import { createGiveLink } from "./give-link.ts";
import { keepAnAdmin, type Override } from "./keep-an-admin.ts";
import { createRemoveUser } from "./remove-user.ts";
import { createResetUser } from "./reset-user.ts";
import { createSetRole } from "./set-role.ts";
import { createShowUser } from "./show-user.ts";

export type UserAdministration = ReturnType<typeof createUserAdministration>;

type UserAdministrationUses = Uses<"opened" | "audit" | "clock" | "config" | "random" | "throttle"> & {
	setupLinks: SetupLinks;
	queueMail: QueueMail;
};

/**
 * What an operator may do to users: invited or reset → active ⇄ disabled → deleted. Never choose a user's password over the
 * wire (ASVS 6.4.6): a reset gives a one-time link. Every change that takes access away ends all sessions in the same
 * transaction (ASVS 7.4.2). Throws validation_failed, username_taken, external_id_taken, limit_exceeded, not_found, last_admin.
 */
export function createUserAdministration(platform: UserAdministrationUses) {
	const { clock, opened, setupLinks, throttle } = platform;
	const giveLink = createGiveLink(platform);
	const { find, change, update } = createChangeUser(platform);
	const changeProfile = createChangeProfile(platform);

	const end = (queries: Queryable, record: RecordEvent, userId: string, reason: EndReason) =>
		revokeSessions(queries, record, { userId }, { reason, now: clock() });

	return {
		find,

		/** By name, a page at a time: all, or those whose username begins so. */
		list: (prefix = "") => listUsers(opened, prefix),

		...createShowUser({ ...platform, find }),

		add: createAddUser({ ...platform, giveLink }),
		...createResetUser({ ...platform, update, giveLink }),

		/**
		 * Changes what is known of a user; `given`: members of a ProfileChange, unchecked. Throws validation_failed, limit_exceeded,
		 * external_id_taken.
		 */
		async set(name: string, given: object, moves: Moves = {}) {
			const profile = requireProfile(given);
			const { groups: join = [] } = requireProfile({ groups: moves.join });
			const { groups: leave = [] } = requireProfile({ groups: moves.leave });
			const wanted = { ...profile, join, leave };
			try {
				return await change(name, async ({ id }, queries, record) => {
					await requireGroups(queries, wanted);
					const changed = await changeProfile(queries, record, id, wanted);
					if (changed === null) throw unknownUser();
					return changed;
				});
			} catch (error) {
				throw isUniqueViolation(error) ? new LoginError("external_id_taken", { cause: error }) : error;
			}
		},

		setRole: createSetRole({ ...platform, change }),

		disable: (name: string, override: Override = {}) =>
			update(name, { disabled: true }, async (user, queries, record) => {
				await keepAnAdmin(queries, user, override, clock());
				await setDisabled(queries, user.id, clock());
				await setupLinks.forgetAsked(queries, user.id);
				return { ended: await end(queries, record, user.id, "user_disabled") };
			}),

		enable: (name: string) =>
			update(name, { disabled: false }, ({ id }, queries) => setDisabled(queries, id, null)),

		/** Forgets failed logins, at the second factor too: unknown devices need not wait any more. */
		unlock: (name: string) =>
			update(name, { unlocked: true }, async ({ id, username }, queries) => {
				await throttle.unlock(queries, username);
				await throttle.unlockFactor(queries, id);
			}),

		remove: createRemoveUser({ ...platform, change }),

		/** Ends all sessions of a user. */
		endSessions: (name: string) =>
			change(name, async ({ id }, queries, record) => {
				return { ended: await end(queries, record, id, "revoked_by_admin") };
			}),
	};
}
