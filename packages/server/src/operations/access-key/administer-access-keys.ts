import type { AccessKey } from "../../identity/access-key/access-key.ts";
import { findKeyById } from "../../identity/access-key/access-key-store.ts";
import { requireMayHaveKeys } from "../../identity/access-key/may-have-keys.ts";
import { newAccessKey } from "../../identity/access-key/new-access-key.ts";
import type { User } from "../../identity/user/user.ts";
import { findUserById, lockUser } from "../../identity/user/user-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import { isUuid } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import { type ChangeUser, requireInReach, unknownUser, type Which } from "../administration/change-user.ts";
import { endAccessKey, endKeysOf } from "./end-access-key.ts";
import { type AskedLimits, readKeyLimits, requireRoom } from "./key-policy.ts";
import { createReadAccessKeys } from "./read-access-keys.ts";
import { rotateAccessKey, USUAL_OVERLAP } from "./rotate-access-key.ts";

/**
 * What an operator may do to access keys. Makes them for service accounts only: one for a person would be a way to act as that
 * person. Throws not_found.
 */
export function createAccessKeyAdministration(uses: Platform & Pick<ChangeUser, "find">) {
	const { opened, audit, clock, config, random, find } = uses;
	const { database } = opened;

	/** A service account that may have keys, under the lock of its row. Throws not_found, validation_failed, forbidden. */
	async function lockService(queries: Queryable, id: string): Promise<User> {
		const user = await lockUser(queries, id);
		if (user === null) throw unknownUser();
		requireService(user);
		requireMayHaveKeys(config, user);
		return user;
	}

	return {
		...createReadAccessKeys(uses),

		find: async (id: string) => ({ key: await requireKey(database, id), now: clock() }),

		/** Throws validation_failed, forbidden, access_key_limit. */
		async add(which: Which, asked: AskedLimits) {
			const { id } = await find(which);
			return audit.transact(async (queries, record) => {
				const user = await lockService(queries, id);
				const now = clock();
				await requireRoom(queries, id, now);
				const limits = readKeyLimits(asked, config, user);
				const of = { user, replaces: null, client: null, now, random };
				return { user, now, ...(await newAccessKey(queries, record, { ...limits, ...of })) };
			});
		},

		/** `overlap`: milliseconds. Throws validation_failed, access_key_inactive. */
		async rotate(id: string, overlap: number = USUAL_OVERLAP) {
			const key = await requireKey(database, id);
			return audit.transact(async (queries, record) => {
				const user = await lockService(queries, key.userId);
				const of = { key, user, overlap, client: null, config, now: clock(), random };
				return { user, ...(await rotateAccessKey(queries, record, of)) };
			});
		},

		/** Resolves with how many sessions ended. Throws access_key_inactive. */
		async end(id: string): Promise<{ ended: number }> {
			const key = await requireKey(database, id);
			const user = await findUserById(database, key.userId);
			if (user === null) throw unknownUser();
			requireInReach(user, audit.actor);
			const end = { key, user, reason: "by_admin", now: clock(), client: null } as const;
			const ended = await audit.transact((queries, record) => endAccessKey(queries, record, end));
			if (ended === null) throw new LoginError("access_key_inactive", "This access key has ended already.");
			return { ended };
		},

		/** All keys of a user. Resolves with how many there were. */
		async endAllOf(name: string): Promise<{ keys: number; ended: number }> {
			const { id } = await find(name);
			return audit.transact(async (queries, record) => {
				const user = await lockUser(queries, id);
				if (user === null) throw unknownUser();
				requireInReach(user, audit.actor);
				return endKeysOf(queries, record, user, clock());
			});
		},
	};
}

/** Throws validation_failed. */
function requireService({ kind }: Pick<User, "kind">): void {
	if (kind === "service") return;
	const message =
		"This user is a person, who makes keys on the page for programs. An operator makes them for service accounts.";
	throw new LoginError("validation_failed", message);
}

/** Throws not_found. */
async function requireKey(queries: Queryable, id: string): Promise<AccessKey> {
	const key = isUuid(id) ? await findKeyById(queries, id) : null;
	if (key === null)
		throw new LoginError("not_found", {
			missing: "access key",
			message: "There is no access key with this id.",
		});
	return key;
}
