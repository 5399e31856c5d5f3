import { actorOf, type Caller } from "../../credentials/session/caller.ts";
import { requireStillLive } from "../../credentials/session/require-session.ts";
import { requireMayHaveKeys } from "../../identity/access-key/may-have-keys.ts";
import { type MadeKey, newAccessKey } from "../../identity/access-key/new-access-key.ts";
import type { User } from "../../identity/user/user.ts";
import { lockUser } from "../../identity/user/user-store.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import { createRequireFreshUser } from "../session/require-fresh-user.ts";
import type { Parts } from "../uses.ts";
import { describeAccessKey } from "./describe-access-key.ts";
import { type AskedLimits, readKeyLimits, requireRoom } from "./key-policy.ts";
import { requireOwnKey } from "./require-own-key.ts";
import { rotateAccessKey, USUAL_OVERLAP } from "./rotate-access-key.ts";

type Make = (queries: Queryable, record: RecordEvent, user: User) => Promise<MadeKey>;

/**
 * What gives users a key, in a session of a person. No member names a user: the owner is the caller. It takes a fresh
 * authentication, with both factors where there are two: a key asks for none.
 */
export function createMakeOwnKeys(parts: Parts) {
	const { audit, clock, config, random, countOwnChange } = parts;
	const requireFreshUser = createRequireFreshUser(parts);

	async function requireKeyHolder({ principal }: Caller): Promise<User> {
		const user = await requireFreshUser(principal);
		requireMayHaveKeys(config, user);
		return user;
	}

	/** By the user as of now, under the lock of the row: no more keys than are allowed, and no more rights than the user has. */
	async function asOwner(caller: Caller, work: Make) {
		const { principal } = caller;
		const { key, secret } = await audit.by(actorOf(caller)).transact(async (queries, record) => {
			const user = await lockUser(queries, principal.user.id);
			if (user === null) throw new LoginError("session_ended");
			await requireStillLive(queries, principal.session, clock());
			await countOwnChange(queries, user.id);
			return work(queries, record, user);
		});
		return { key: secret, ...describeAccessKey(key, clock()) };
	}

	return {
		/** Throws reauthentication_required, validation_failed, forbidden, access_key_limit, rate_limited. */
		async make(caller: Caller, asked: AskedLimits) {
			readKeyLimits(asked, config, await requireKeyHolder(caller));
			return asOwner(caller, async (queries, record, user) => {
				const now = clock();
				await requireRoom(queries, user.id, now);
				const limits = readKeyLimits(asked, config, user);
				const { client } = caller.requester;
				return newAccessKey(queries, record, { ...limits, user, replaces: null, client, now, random });
			});
		},

		/** `overlap`: seconds. Throws reauthentication_required, not_found, forbidden, access_key_inactive, rate_limited. */
		async rotate(caller: Caller, id: string, overlap: number = USUAL_OVERLAP / 1000) {
			await requireKeyHolder(caller);
			return asOwner(caller, async (queries, record, user) => {
				const key = await requireOwnKey(queries, caller, id);
				const { client } = caller.requester;
				const of = { user, key, overlap: overlap * 1000, client, config, now: clock(), random };
				return rotateAccessKey(queries, record, of);
			});
		},
	};
}
