import type { Caller } from "../../credentials/session/caller.ts";
import { requireLive } from "../../credentials/session/require-session.ts";
import { listLiveSessions } from "../../credentials/session/session-store.ts";
import type { AccessKey } from "../../identity/access-key/access-key.ts";
import {
	countLivingKeys,
	findKeyById,
	listKeysOf,
	renameKey,
} from "../../identity/access-key/access-key-store.ts";
import { newAccessKey } from "../../identity/access-key/new-access-key.ts";
import type { User } from "../../identity/user/user.ts";
import { findUserById, lockUser } from "../../identity/user/user-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import { isUuid } from "../../platform/lib/random.ts";
import type { Uses } from "../uses.ts";
import { describeAccessKey } from "./describe-access-key.ts";
import { endAccessKey } from "./end-access-key.ts";
import {
	type AskedLimits,
	MOST_KEYS,
	mayHaveKeys,
	readKeyLimits,
	requireKeyName,
	requireMayHaveKeys,
} from "./key-policy.ts";
import { rotateAccessKey, USUAL_OVERLAP } from "./rotate-access-key.ts";

export type OwnAccessKeys = ReturnType<typeof createOwnAccessKeys>;

/**
 * What users do with their own keys, in a session of a person. No member names a user: the owner is the caller. Making and
 * rotating take a fresh authentication with both factors where there are two: a key asks for none.
 */
export function createOwnAccessKeys({
	opened: { database, reads },
	audit,
	clock,
	config,
	random,
	countOwnChange,
	requireFresh,
}: Uses<"opened" | "audit" | "clock" | "config" | "random" | "countOwnChange" | "requireFresh">) {
	async function requireFreshUser({ principal }: Caller): Promise<User> {
		const user = await findUserById(database, principal.user.id);
		if (user === null) throw new LoginError("session_ended");
		await requireFresh(database, principal.session, user);
		requireMayHaveKeys(config, user);
		return user;
	}

	/** Throws not_found: there is none, or it is another user's. */
	async function requireOwn(queries: Queryable, { principal }: Caller, id: string): Promise<AccessKey> {
		const key = isUuid(id) ? await findKeyById(queries, id) : null;
		if (key?.userId !== principal.user.id) throw unknownKey();
		return key;
	}

	/** The user as of now, under the lock of the row: at most as many keys as are allowed, and no more rights than the user has. */
	async function lockOwner(queries: Queryable, { principal }: Caller): Promise<User> {
		const user = await lockUser(queries, principal.user.id);
		if (user === null) throw new LoginError("session_ended");
		await requireLive(queries, principal.session, clock());
		return user;
	}

	return {
		/** Throws reauthentication_required, validation_failed, forbidden, access_key_limit, rate_limited. */
		async make(caller: Caller, asked: AskedLimits) {
			readKeyLimits(asked, config, await requireFreshUser(caller));
			const { client } = caller.requester;
			const { key, secret } = await audit.transact(async (queries, record) => {
				const user = await lockOwner(queries, caller);
				const now = clock();
				await countOwnChange(queries, user.id);
				if ((await countLivingKeys(queries, user.id, now)) >= MOST_KEYS)
					throw new LoginError("access_key_limit");
				const limits = readKeyLimits(asked, config, user);
				const of = { user, replaces: null, client, now, random };
				return newAccessKey(queries, record, { ...limits, ...of });
			});
			return { key: secret, ...describeAccessKey(key, clock()) };
		},

		/** The keys, and what a page needs to offer another one. */
		async list({ principal }: Caller) {
			const now = clock();
			const { id, role } = principal.user;
			const sessions = Map.groupBy(
				await listLiveSessions(reads, id, now),
				({ accessKey }) => accessKey?.id ?? null,
			);
			const keys = await listKeysOf(reads, id);
			return {
				accessKeys: keys.map((key) => {
					return { ...describeAccessKey(key, now), liveSessions: sessions.get(key.id)?.length ?? 0 };
				}),
				// A service account has no session of a person, so it never gets here.
				allowed: mayHaveKeys(config, { kind: "person", role }),
				scopes: [...config.scopes],
			};
		},

		/** Throws not_found, validation_failed, rate_limited. */
		async rename(caller: Caller, id: string, name: string): Promise<void> {
			requireKeyName(name);
			await requireOwn(database, caller, id);
			await audit.transact(async (queries) => {
				await countOwnChange(queries, caller.principal.user.id);
				await renameKey(queries, id, name);
			});
		},

		/** `overlap`: seconds. Throws reauthentication_required, not_found, forbidden, access_key_inactive, rate_limited. */
		async rotate(caller: Caller, id: string, overlap: number = USUAL_OVERLAP / 1000) {
			await requireFreshUser(caller);
			const { client } = caller.requester;
			const { key, secret } = await audit.transact(async (queries, record) => {
				const user = await lockOwner(queries, caller);
				await countOwnChange(queries, user.id);
				return rotateAccessKey(queries, record, {
					user,
					key: await requireOwn(queries, caller, id),
					overlap: overlap * 1000,
					client,
					config,
					now: clock(),
					random,
				});
			});
			return { key: secret, ...describeAccessKey(key, clock()) };
		},

		/** Ended before, it is no error. Resolves with how many sessions ended. Throws reauthentication_required, not_found. */
		async end(caller: Caller, id: string): Promise<number> {
			const { principal, requester } = caller;
			// The password is enough: to end a key that leaked must not take the phone.
			await requireFresh(reads, principal.session, { secondFactorAt: null });
			return audit.transact(async (queries, record) => {
				const key = await requireOwn(queries, caller, id);
				const user = { kind: "person" } as const;
				const end = { key, user, reason: "by_owner", now: clock(), client: requester.client } as const;
				return (await endAccessKey(queries, record, end)) ?? 0;
			});
		},
	};
}

export function unknownKey(): LoginError {
	return new LoginError("not_found", "You have no access key with this id.");
}
