import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import type { EndReason } from "../../credentials/session/session.ts";
import { removeAllFactors } from "../../identity/factor/factor-store.ts";
import type { Throttle } from "../../identity/throttle/throttle.ts";
import {
	deleteUser,
	findUserByUsername,
	insertUser,
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
import { demandOtherAdmin } from "./demand-other-admin.ts";

export type UserAdministration = ReturnType<typeof createUserAdministration>;

/** For changes that take a login away. */
export interface TakeAway {
	/** Even if no admin can log in then. */
	evenTheLastAdmin?: boolean;
}

/**
 * What an operator may do to users: invited or reset → active ⇄ disabled → deleted. Never choose a user's password over the
 * wire (ASVS 6.4.6): a reset gives a one-time link. Every change that takes access away ends all sessions in the same
 * transaction (ASVS 7.4.2). Throws validation_failed, username_taken, not_found, last_admin.
 */
export function createUserAdministration(
	{ opened: { database }, audit: { transact }, clock, random }: Platform,
	{ setupLinks, throttle }: { setupLinks: SetupLinks; throttle: Throttle },
) {
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

	return {
		find: (name: string) => find(name),

		/** With a hash the user is active at once; without one a setup link comes back. */
		async add({
			name,
			role,
			passwordHash,
		}: {
			name: string;
			role: User["role"];
			passwordHash: string | null;
		}): Promise<{ user: NewUser; setupLink: string | null; setupLinkExpiresAt: number | null }> {
			const username = canonicalUsername(name);
			if (username === null) {
				const message = "A username has 1 to 254 characters, and no spaces, control or invisible characters.";
				throw new LoginError("validation_failed", { message });
			}
			const user: NewUser = {
				id: randomUuid(random),
				username,
				displayName: name,
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
					await insertUser(queries, user);
					await record({ event: "user_created", userId: user.id, detail: { username, role } });
					const link = passwordHash === null ? await setupLinks.create(queries, record, user) : null;
					return { user, setupLink: link?.address ?? null, setupLinkExpiresAt: link?.expiresAt ?? null };
				});
			} catch (error) {
				throw isUniqueViolation(error) ? new LoginError("username_taken", { cause: error }) : error;
			}
		},

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
		reset: (name: string, { secondFactor = false }: { secondFactor?: boolean } = {}) =>
			update(name, { reset: true }, async (user, queries, record) => {
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
				const link = await setupLinks.create(queries, record, user);
				const secondFactorDemanded = !secondFactor && secondFactorAt !== null;
				return { ended, setupLink: link.address, setupLinkExpiresAt: link.expiresAt, secondFactorDemanded };
			}),

		/** Forgets failed logins, at the second factor too: strangers need not wait any more. */
		unlock: (name: string) =>
			update(name, { unlocked: true }, async ({ id, username }, queries) => {
				await throttle.unlock(queries, username);
				await throttle.unlockFactor(queries, id);
			}),

		/** Milliseconds that strangers have to wait at an account now; 0: none. */
		strangersWait: (user: User) => throttle.strangersWait(user),

		remove: (name: string, insist: TakeAway = {}) =>
			change(name, async (user, queries, record) => {
				const { id, username } = user;
				await keepAnAdmin(user, queries, insist);
				await end(queries, record, id, "user_disabled");
				await deleteUser(queries, id);
				await record({ event: "user_deleted", userId: id, detail: { username } });
			}),

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
