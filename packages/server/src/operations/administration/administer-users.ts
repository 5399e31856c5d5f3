import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import type { EndReason } from "../../credentials/session/session.ts";
import { listLiveSessions } from "../../credentials/session/session-store.ts";
import { listFactors } from "../../identity/factor/factor-store.ts";
import { countRecoveryCodes } from "../../identity/factor/recovery-code-store.ts";
import { isEmailRefused } from "../../identity/user/email-store.ts";
import { writeRole } from "../../identity/user/profile-store.ts";
import type { User } from "../../identity/user/user.ts";
import { listUsers } from "../../identity/user/user-list-store.ts";
import { lockUser, setDisabled } from "../../identity/user/user-store.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import { isUniqueViolation } from "../../platform/database/error-codes.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { QueueMail } from "../mail/queue-mail.ts";
import type { SetupLinks } from "../setup-link/create-setup-link.ts";
import { findOpenSetupLinkOf } from "../setup-link/setup-link-store.ts";
import type { Uses } from "../uses.ts";
import { createAddUser } from "./add-user.ts";
import { requireProfile } from "./apply-profile-change.ts";
import { createChangeProfile, type Moves, requireGroups } from "./change-profile.ts";
import { createChangeUser, requirePerson, unknownUser } from "./change-user.ts";
import { createGiveLink } from "./give-link.ts";
import { keepAnAdmin, type Override } from "./keep-an-admin.ts";
import { createRemoveUser } from "./remove-user.ts";
import { createResetUser } from "./reset-user.ts";

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
	const { database } = opened;
	const giveLink = createGiveLink(platform);
	const { find, change, update } = createChangeUser(platform);
	const changeProfile = createChangeProfile(platform);

	const end = (queries: Queryable, record: RecordEvent, userId: string, reason: EndReason) =>
		revokeSessions(queries, record, { userId }, { reason, now: clock() });

	return {
		find,

		/** By name, a page at a time: all, or those whose username begins so. */
		list: (prefix = "") => listUsers(opened, prefix),

		/** A user with what else is known: live sessions, the open setup link, and how long unknown devices have to wait. */
		async show(name: string) {
			const user = await find(name);
			const now = clock();
			const { length: sessions } = await listLiveSessions(database, user.id, now);
			const link = await findOpenSetupLinkOf(database, user.id, now);
			const wait = await throttle.unknownDevicesWait(user);
			return {
				user,
				sessions,
				setupLinkExpiresAt: link?.expiresAt ?? null,
				emailRefused: await isEmailRefused(database, user.id),
				closedUntil: wait === 0 ? null : now + wait,
			};
		},

		async factors(name: string) {
			const user = await find(name);
			const [factors, recoveryCodes] = [
				await listFactors(database, user.id),
				await countRecoveryCodes(database, user.id),
			];
			return { user, factors, recoveryCodes };
		},

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

		/** A former admin loses the tokens that say admin. */
		setRole: (name: string, role: User["role"], override: Override = {}) =>
			change(name, async (user, queries, record) => {
				if (role === "admin") requirePerson(user);
				if (role !== "admin") await keepAnAdmin(queries, user, override, clock());
				const { id } = user;
				const before = await lockUser(queries, id);
				if (before === null) throw unknownUser();
				const { role: formerRole } = before;
				if (formerRole === role) return { role, formerRole, ended: 0 };
				await writeRole(queries, id, role);
				await record({ event: "user_updated", userId: id, detail: { members: ["role"], role, formerRole } });
				const end = { reason: "revoked_by_admin", now: clock() } as const;
				const ended = role === "user" ? await revokeSessions(queries, record, { tokensOf: [id] }, end) : 0;
				return { role, formerRole, ended };
			}),

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
