import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import type { EndReason } from "../../credentials/session/session.ts";
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
import type { RecordEvent, Transact } from "../../platform/audit/audit.ts";
import { isUniqueViolation } from "../../platform/database/error-codes.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { type Random, randomUuid } from "../../platform/lib/random.ts";
import type { SetupLinks } from "../setup/create-setup-link.ts";

/**
 * What an operator may do to users: invited → active ⇄ disabled → deleted. Never choose somebody's password over the
 * wire (ASVS 6.4.6): a reset gives a one-time link. Every change that takes access away ends all sessions in the same
 * transaction (ASVS 7.4.2). Throws validation_failed, username_taken, not_found.
 */
export interface UserAdministration {
	/** With a hash the user is active at once; without one a setup link comes back. */
	add(given: {
		name: string;
		role: User["role"];
		passwordHash: string | null;
	}): Promise<{ user: NewUser; setupLink: string | null }>;
	find(name: string): Promise<User>;
	disable(name: string): Promise<{ ended: number }>;
	enable(name: string): Promise<void>;
	/** Takes the password away and makes a setup link. */
	reset(name: string): Promise<{ setupLink: string; ended: number }>;
	/** Forgets failed logins: strangers need not wait any more. */
	unlock(name: string): Promise<void>;
	/** Milliseconds that strangers have to wait at an account now; 0: none. */
	strangersWait(user: User): Promise<number>;
	remove(name: string): Promise<void>;
	/** Ends all sessions of a user. */
	endSessions(name: string): Promise<{ ended: number }>;
}

export function createUserAdministration(dependencies: {
	database: Queryable;
	transact: Transact;
	clock: Clock;
	random: Random;
	setupLinks: SetupLinks;
	throttle: Throttle;
}): UserAdministration {
	const { database, transact, clock, random, setupLinks, throttle } = dependencies;

	async function demand(queries: Queryable, name: string): Promise<User> {
		const username = canonicalUsername(name);
		const user = username === null ? null : await findUserByUsername(queries, username);
		if (user === null) throw nobody();
		return user;
	}

	const end = (queries: Queryable, record: RecordEvent, userId: string, reason: EndReason) =>
		revokeSessions(queries, record, { userId }, { reason, now: clock() });

	return {
		find: (name) => demand(database, name),

		async add({ name, role, passwordHash }) {
			const username = canonicalUsername(name);
			if (username === null) {
				const message = "A username has 1 to 254 characters, and no spaces, control or invisible characters.";
				throw new LoginError("validation_failed", { message });
			}
			const insert = async (queries: Queryable, record: RecordEvent) => {
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
				await insertUser(queries, user);
				await record({ event: "user_created", userId: user.id, detail: { username, role } });
				return {
					user,
					setupLink: passwordHash === null ? await setupLinks.create(queries, record, user) : null,
				};
			};
			try {
				return await transact(insert);
			} catch (error) {
				throw isUniqueViolation(error) ? new LoginError("username_taken", { cause: error }) : error;
			}
		},

		disable: (name) =>
			transact(async (queries, record) => {
				const user = await demand(queries, name);
				await setDisabled(queries, user.id, clock());
				await record({ event: "user_updated", userId: user.id, detail: { disabled: true } });
				return { ended: await end(queries, record, user.id, "user_disabled") };
			}),

		enable: (name) =>
			transact(async (queries, record) => {
				const user = await demand(queries, name);
				await setDisabled(queries, user.id, null);
				await record({ event: "user_updated", userId: user.id, detail: { disabled: false } });
			}),

		reset: (name) =>
			transact(async (queries, record) => {
				const user = await demand(queries, name);
				const change = { id: user.id, passwordHash: null, now: clock() };
				// Removed meanwhile.
				if (!(await setPasswordHash(queries, change))) throw nobody();
				await record({ event: "user_updated", userId: user.id, detail: { reset: true } });
				const ended = await end(queries, record, user.id, "revoked_by_admin");
				return { setupLink: await setupLinks.create(queries, record, user), ended };
			}),

		unlock: (name) =>
			transact(async (queries, record) => {
				const user = await demand(queries, name);
				await throttle.unlock(queries, user.username);
				await record({ event: "user_updated", userId: user.id, detail: { unlocked: true } });
			}),

		strangersWait: ({ username }) => throttle.strangersWait(username),

		remove: (name) =>
			transact(async (queries, record) => {
				const user = await demand(queries, name);
				await end(queries, record, user.id, "user_disabled");
				await deleteUser(queries, user.id);
				await record({ event: "user_deleted", userId: user.id, detail: { username: user.username } });
			}),

		endSessions: (name) =>
			transact(async (queries, record) => {
				const user = await demand(queries, name);
				return { ended: await end(queries, record, user.id, "revoked_by_admin") };
			}),
	};
}

function nobody(): LoginError {
	return new LoginError("not_found", { message: "There is no user of this name." });
}
