import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import type { EndReason } from "../../credentials/session/session.ts";
import { removeAllFactors } from "../../identity/factor/factor-store.ts";
import type { Throttle } from "../../identity/throttle/throttle.ts";
import { insertMembers } from "../../identity/user/group-store.ts";
import { emptyProfile } from "../../identity/user/profile.ts";
import { writeRole } from "../../identity/user/profile-store.ts";
import {
	findUserByUsername,
	insertUser,
	lockUser,
	type NewUser,
	setDisabled,
	setPasswordHash,
	type User,
} from "../../identity/user/user-store.ts";
import { canonicalUsername } from "../../identity/user/username.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { DetailOf } from "../../platform/audit/events.ts";
import { isUniqueViolation } from "../../platform/database/error-codes.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import { randomUuid } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import type { SetupLinks } from "../setup/create-setup-link.ts";
import { applyProfileChange, demandFits, demandProfile } from "./apply-profile-change.ts";
import { createChangeProfile, demandGroups, type Moves } from "./change-profile.ts";
import { demandOtherAdmin } from "./demand-other-admin.ts";
import { createGiveLink, type MailedLink, type ShownLink } from "./give-link.ts";
import { createRemoveUser } from "./remove-user.ts";

export type UserAdministration = ReturnType<typeof createUserAdministration>;

/** For changes that take a login away. */
export interface TakeAway {
	/** Even if no admin can log in then. */
	evenTheLastAdmin?: boolean;
}

interface WithFactors {
	secondFactor?: boolean;
}

/**
 * What an operator may do to users: invited or reset → active ⇄ disabled → deleted. Never choose a user's password over the
 * wire (ASVS 6.4.6): a reset gives a one-time link. Every change that takes access away ends all sessions in the same
 * transaction (ASVS 7.4.2). Throws validation_failed, username_taken, external_id_taken, limit_exceeded, not_found, last_admin.
 */
export function createUserAdministration(
	platform: Platform,
	{ setupLinks, throttle }: { setupLinks: SetupLinks; throttle: Throttle },
) {
	const giveLink = createGiveLink(platform, setupLinks);
	const { opened, audit, clock, random } = platform;
	const { database } = opened;
	const { transact } = audit;
	const changeProfile = createChangeProfile(platform);

	async function find(name: string, queries: Queryable = database): Promise<User> {
		const username = canonicalUsername(name);
		const user = username === null ? null : await findUserByUsername(queries, username);
		if (user === null) throw unknownUser();
		return user;
	}

	type Change<Result> = (user: User, queries: Queryable, record: RecordEvent) => Promise<Result>;

	const change = <Result>(name: string, work: Change<Result>) =>
		transact(async (queries, record) => work(await find(name, queries), queries, record));

	const update = <Result>(name: string, detail: DetailOf<"user_updated">, work: Change<Result>) =>
		change(name, async (user, queries, record) => {
			await record({ event: "user_updated", userId: user.id, detail });
			return work(user, queries, record);
		});

	const end = (queries: Queryable, record: RecordEvent, userId: string, reason: EndReason) =>
		revokeSessions(queries, record, { userId }, { reason, now: clock() });

	const keepAnAdmin = async ({ role, id }: User, queries: Queryable, { evenTheLastAdmin }: TakeAway) => {
		if (role === "admin" && evenTheLastAdmin !== true) await demandOtherAdmin(queries, id, clock());
	};

	const removeUser = createRemoveUser(platform, { throttle, change, keepAnAdmin });

	const reset = <Link>(
		name: string,
		secondFactor: boolean,
		detail: DetailOf<"user_updated">,
		give: (queries: Queryable, record: RecordEvent, user: User) => Promise<Link>,
	) =>
		update(name, detail, async (user, queries, record) => {
			const { id, secondFactorAt } = user;
			const now = clock();
			// Removed meanwhile.
			if (!(await setPasswordHash(queries, { id, passwordHash: null, now }))) throw unknownUser();
			if (secondFactor) {
				await removeAllFactors(queries, { userId: id, now });
				await throttle.unlockFactor(queries, id);
				await record({ event: "authn_factor_reset", userId: id });
			}
			const ended = await end(queries, record, id, "revoked_by_admin");
			const link = await give(queries, record, user);
			return { ended, ...link, secondFactorDemanded: !secondFactor && secondFactorAt !== null };
		});

	return {
		find: (name: string) => find(name),

		/** With a hash the user is active at once; without one a setup link comes back, or goes to the user's address. */
		async add({
			name,
			role,
			passwordHash,
			profile = {},
			mail = false,
		}: {
			name: string;
			role: User["role"];
			passwordHash: string | null;
			/** Members of a ProfileChange, unchecked. */
			profile?: object;
			mail?: boolean;
		}): Promise<
			{ user: NewUser } & (ShownLink | MailedLink | { setupLink: null; setupLinkExpiresAt: null })
		> {
			const username = canonicalUsername(name);
			if (username === null) {
				const message = "A username has 1 to 254 characters, and no spaces, control or invisible characters.";
				throw new LoginError("validation_failed", { message });
			}
			const given = demandProfile(profile);
			const { after } = applyProfileChange({ ...emptyProfile, displayName: name }, given, clock());
			demandFits({ ...after, username });
			const user: NewUser = {
				...after,
				id: randomUuid(random),
				username,
				role,
				passwordHash,
				passwordChangedAt: passwordHash === null ? null : clock(),
				createdAt: clock(),
				lastLoginAt: null,
				lastLoginAddress: null,
				disabledAt: null,
			};
			try {
				return await transact(async (queries, record) => {
					const { id, groups } = user;
					await demandGroups(queries, { groups });
					await insertUser(queries, user);
					await insertMembers(queries, [{ userId: id, groups }]);
					const detail = { username, role, ...(groups.length === 0 ? {} : { groups }) };
					await record({ event: "user_created", userId: id, detail });
					if (passwordHash !== null) return { user, setupLink: null, setupLinkExpiresAt: null };
					return { user, ...(await (mail ? giveLink.mail : giveLink.show)(queries, record, user)) };
				});
			} catch (error) {
				if (!isUniqueViolation(error)) throw error;
				const isUsername = (await findUserByUsername(database, username)) !== null;
				throw new LoginError(isUsername ? "username_taken" : "external_id_taken", { cause: error });
			}
		},

		/**
		 * Changes what is known of a user; `given`: members of a ProfileChange, unchecked. Throws validation_failed, limit_exceeded,
		 * external_id_taken.
		 */
		async set(name: string, given: object, moves: Moves = {}) {
			const profile = demandProfile(given);
			const { groups: join = [] } = demandProfile({ groups: moves.join });
			const { groups: leave = [] } = demandProfile({ groups: moves.leave });
			const wanted = { ...profile, join, leave };
			try {
				return await change(name, async ({ id }, queries, record) => {
					await demandGroups(queries, wanted);
					const changed = await changeProfile(queries, record, id, wanted);
					if (changed === null) throw unknownUser();
					return changed;
				});
			} catch (error) {
				throw isUniqueViolation(error) ? new LoginError("external_id_taken", { cause: error }) : error;
			}
		},

		/** A former admin loses the tokens that say admin. */
		setRole: (name: string, role: User["role"], insist: TakeAway = {}) =>
			change(name, async (user, queries, record) => {
				if (role !== "admin") await keepAnAdmin(user, queries, insist);
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

		disable: (name: string, insist: TakeAway = {}) =>
			update(name, { disabled: true }, async (user, queries, record) => {
				await keepAnAdmin(user, queries, insist);
				await setDisabled(queries, user.id, clock());
				return { ended: await end(queries, record, user.id, "user_disabled") };
			}),

		enable: (name: string) =>
			update(name, { disabled: false }, ({ id }, queries) => setDisabled(queries, id, null)),

		/**
		 * Takes the password away and makes a setup link. `secondFactor`: takes all factors too. Never factors alone: the
		 * password alone would be enough then.
		 */
		reset: (name: string, { secondFactor = false }: WithFactors = {}) =>
			reset(name, secondFactor, { reset: true }, giveLink.show),

		/** The same, with the link in a mail to the user. Throws validation_failed where there is no address. */
		resetByMail: (name: string, { secondFactor = false }: WithFactors = {}) =>
			reset(name, secondFactor, { reset: true, mailed: true }, giveLink.mail),

		/** Forgets failed logins, at the second factor too: strangers need not wait any more. */
		unlock: (name: string) =>
			update(name, { unlocked: true }, async ({ id, username }, queries) => {
				await throttle.unlock(queries, username);
				await throttle.unlockFactor(queries, id);
			}),

		/** Milliseconds that strangers have to wait at an account now; 0: none. */
		strangersWait: (user: User) => throttle.strangersWait(user),

		remove: (name: string, insist: TakeAway = {}) => removeUser(name, insist),

		/** Ends all sessions of a user. */
		endSessions: (name: string) =>
			change(name, async ({ id }, queries, record) => {
				return { ended: await end(queries, record, id, "revoked_by_admin") };
			}),
	};
}

function unknownUser(): LoginError {
	return new LoginError("not_found", { message: "There is no user of this name." });
}
