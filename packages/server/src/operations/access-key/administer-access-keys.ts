import { type AccessKey, stateOfKey } from "../../identity/access-key/access-key.ts";
import {
	findKeyByHash,
	findKeyById,
	listEveryKey,
	listLivingKeys,
} from "../../identity/access-key/access-key-store.ts";
import { hashOfKey } from "../../identity/access-key/key-form.ts";
import { newAccessKey } from "../../identity/access-key/new-access-key.ts";
import type { User } from "../../identity/user/user.ts";
import { findUserById, lockUser } from "../../identity/user/user-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import { DAY } from "../../platform/lib/clock.ts";
import { isUuid } from "../../platform/lib/random.ts";
import { type ChangeUser, unknownUser } from "../administration/change-user.ts";
import type { Uses } from "../uses.ts";
import { endAccessKey } from "./end-access-key.ts";
import { type AskedLimits, readKeyLimits, requireMayHaveKeys, requireRoom } from "./key-policy.ts";
import { rotateAccessKey, USUAL_OVERLAP } from "./rotate-access-key.ts";

interface WhichKeys {
	/** The name of their user; all users, unless given. */
	user?: string;
	/** Living ones that end within so many days. */
	expiringWithin?: number;
	/** Living ones that were not used for so many days. */
	unusedFor?: number;
}

type AdministrationUses = Uses<"opened" | "audit" | "clock" | "config" | "random"> & Pick<ChangeUser, "find">;

/**
 * What an operator may do to access keys. Makes them for service accounts only: one for a person would be a way to act as that
 * person. Throws not_found.
 */
export function createAccessKeyAdministration({
	opened: { database },
	audit,
	clock,
	config,
	random,
	find,
}: AdministrationUses) {
	const end = async (key: AccessKey) => {
		const user = await findUserById(database, key.userId);
		return audit.transact((queries, record) =>
			endAccessKey(queries, record, {
				key,
				user: user ?? { kind: "person" },
				reason: "by_admin",
				now: clock(),
				client: null,
			}),
		);
	};

	return {
		/** Throws validation_failed, forbidden, access_key_limit. */
		async add(name: string, asked: AskedLimits) {
			const { id } = await find(name);
			return audit.transact(async (queries, record) => {
				const user = await lockUser(queries, id);
				if (user === null) throw unknownUser();
				requireService(user);
				requireMayHaveKeys(config, user);
				const now = clock();
				await requireRoom(queries, id, now);
				const limits = readKeyLimits(asked, config, user);
				const of = { user, replaces: null, client: null, now, random };
				return { user, ...(await newAccessKey(queries, record, { ...limits, ...of })) };
			});
		},

		/** `overlap`: milliseconds. Throws validation_failed, access_key_inactive. */
		async rotate(id: string, overlap: number = USUAL_OVERLAP) {
			const key = await requireKey(database, id);
			return audit.transact(async (queries, record) => {
				const user = await lockUser(queries, key.userId);
				if (user === null) throw unknownUser();
				requireService(user);
				requireMayHaveKeys(config, user);
				const of = { key, user, overlap, client: null, config, now: clock(), random };
				return { user, ...(await rotateAccessKey(queries, record, of)) };
			});
		},

		/** With the names of their users, the ones that end first before others; a page at a time. */
		async *list(which: WhichKeys = {}) {
			const now = clock();
			const userId = which.user === undefined ? null : (await find(which.user)).id;
			for await (const page of listEveryKey(database, userId))
				yield page.filter(({ key }) => isWanted(key, which, now));
		},

		/** Resolves with how many sessions ended. Throws access_key_inactive. */
		async end(id: string): Promise<{ ended: number }> {
			const ended = await end(await requireKey(database, id));
			if (ended === null) throw new LoginError("access_key_inactive", "This access key has ended already.");
			return { ended };
		},

		/** All keys of a user. Resolves with how many there were. */
		async endAllOf(name: string): Promise<{ keys: number; ended: number }> {
			const { id } = await find(name);
			let [keys, sessions] = [0, 0];
			for (const key of await listLivingKeys(database, id, clock())) {
				const ended = await end(key);
				if (ended === null) continue;
				keys += 1;
				sessions += ended;
			}
			return { keys, ended: sessions };
		},

		/** Whose key it is; null: this service does not know it. */
		async findOwner(secret: string) {
			const key = await findKeyByHash(database, hashOfKey(secret));
			const user = key === null ? null : await findUserById(database, key.userId);
			return key === null || user === null ? null : { key, user };
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

function isWanted(key: AccessKey, { expiringWithin, unusedFor }: WhichKeys, now: number): boolean {
	if (expiringWithin === undefined && unusedFor === undefined) return true;
	if (stateOfKey(key, now) !== "active") return false;
	const { expiresAt, lastUsedAt, createdAt } = key;
	if (expiringWithin !== undefined && expiresAt > now + expiringWithin * DAY) return false;
	return unusedFor === undefined || (lastUsedAt ?? createdAt) <= now - unusedFor * DAY;
}

/** Throws not_found. */
async function requireKey(queries: Queryable, id: string): Promise<AccessKey> {
	const key = isUuid(id) ? await findKeyById(queries, id) : null;
	if (key === null) throw new LoginError("not_found", "There is no access key with this id.");
	return key;
}
