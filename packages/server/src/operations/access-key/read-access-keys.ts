import { type AccessKey, stateOfKey } from "../../identity/access-key/access-key.ts";
import { pageOfKeys } from "../../identity/access-key/access-key-page-store.ts";
import { findKeyByHash, listEveryKey } from "../../identity/access-key/access-key-store.ts";
import type { KeyFilter } from "../../identity/access-key/key-filter.ts";
import { hashOfKey } from "../../identity/access-key/key-form.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import type { PageOf } from "../../platform/database/keyset-page.ts";
import { DAY } from "../../platform/lib/clock.ts";
import type { ChangeUser } from "../administration/change-user.ts";
import type { Uses } from "../uses.ts";

interface WhichKeys {
	/** The name of their user; all users, unless given. */
	user?: string;
	/** Living ones that end within so many days. */
	expiringWithin?: number;
	/** Living ones that were not used for so many days. */
	unusedFor?: number;
	/** Living ones that were never used. */
	neverUsed?: boolean;
}

/** What an operator sees of access keys: never the keys. */
export function createReadAccessKeys({
	opened: { database },
	clock,
	config,
	find,
}: Uses<"opened" | "clock" | "config"> & Pick<ChangeUser, "find">) {
	return {
		/** With the names of their users, the ones that end first before others; a page at a time. */
		async *list(which: WhichKeys = {}) {
			const now = clock();
			const userId = which.user === undefined ? null : (await find(which.user)).id;
			for await (const page of listEveryKey(database, userId))
				yield page.filter(({ key }) => isWanted(key, which, now));
		},

		/** With what a form needs to offer another one. */
		async page(filter: KeyFilter, of: PageOf) {
			const now = clock();
			return { now, scopes: [...config.scopes], ...(await pageOfKeys(database, filter, { ...of, now })) };
		},

		/** Whose key it is; null: this service does not know it. */
		async findOwner(secret: string) {
			const key = await findKeyByHash(database, hashOfKey(secret));
			const user = key === null ? null : await findUserById(database, key.userId);
			return key === null || user === null ? null : { key, user };
		},
	};
}

function isWanted(
	key: AccessKey,
	{ expiringWithin, unusedFor, neverUsed = false }: WhichKeys,
	now: number,
): boolean {
	if (expiringWithin === undefined && unusedFor === undefined && !neverUsed) return true;
	if (stateOfKey(key, now) !== "active") return false;
	const { expiresAt, lastUsedAt, createdAt } = key;
	if (expiringWithin !== undefined && expiresAt > now + expiringWithin * DAY) return false;
	if (neverUsed && lastUsedAt !== null) return false;
	return unusedFor === undefined || (lastUsedAt ?? createdAt) <= now - unusedFor * DAY;
}
