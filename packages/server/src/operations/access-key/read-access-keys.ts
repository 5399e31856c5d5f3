import { listKeys, pageOfKeys } from "../../identity/access-key/access-key-page-store.ts";
import { findKeyByHash } from "../../identity/access-key/access-key-store.ts";
import type { KeyFilter } from "../../identity/access-key/key-filter.ts";
import { accessKeyForm } from "../../identity/access-key/key-form.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import type { PageOf } from "../../platform/database/keyset-page.ts";
import { DAY } from "../../platform/lib/clock.ts";
import type { Platform } from "../../platform/platform.ts";
import type { ChangeUser } from "../administration/change-user.ts";

interface WhichKeys {
	/** The name of their user; all users, unless given. */
	user?: string | undefined;
	/** Living ones that end within so many days. */
	expiringWithin?: number | undefined;
	/** Living ones that were not used for so many days. */
	unusedFor?: number | undefined;
	/** Living ones that were never used. */
	neverUsed?: boolean | undefined;
}

/** What an operator sees of access keys: never the keys. */
export function createReadAccessKeys({
	opened: { database },
	clock,
	config,
	find,
}: Platform & Pick<ChangeUser, "find">) {
	return {
		/** With the names of their users, the ones that end first before others; a page at a time. */
		async *list({ user, expiringWithin, unusedFor, neverUsed }: WhichKeys = {}) {
			const now = clock();
			const filter: KeyFilter = {
				userId: user === undefined ? undefined : (await find(user)).id,
				expiringBefore: expiringWithin === undefined ? undefined : now + expiringWithin * DAY,
				unusedSince: unusedFor === undefined ? undefined : now - unusedFor * DAY,
				neverUsed,
			};
			yield* listKeys(database, filter, now);
		},

		/** With what a form needs to offer another one. */
		async page(filter: KeyFilter, of: PageOf) {
			const now = clock();
			return { now, scopes: [...config.scopes], ...(await pageOfKeys(database, filter, { ...of, now })) };
		},

		/** Whose key it is; null: this service does not know it. */
		async findOwner(secret: string) {
			const key = await findKeyByHash(database, accessKeyForm.hashOf(secret));
			const user = key === null ? null : await findUserById(database, key.userId);
			return key === null || user === null ? null : { key, user };
		},
	};
}
