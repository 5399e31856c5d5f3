import { actorOf, type Caller } from "../../credentials/session/caller.ts";
import { countLiveSessionsOf } from "../../credentials/session/session-store.ts";
import { listLivingKeys, listPastKeys, renameKey } from "../../identity/access-key/access-key-store.ts";
import { mayHaveKeys } from "../../identity/access-key/may-have-keys.ts";
import type { Parts } from "../uses.ts";
import { describeAccessKey } from "./describe-access-key.ts";
import { endAccessKey } from "./end-access-key.ts";
import { requireKeyName } from "./key-policy.ts";
import { createMakeOwnKeys } from "./make-own-keys.ts";
import { requireOwnKey } from "./require-own-key.ts";

const MOST_PAST_KEYS = 50;

/** What users do with their own keys, in a session of a person. */
export function createOwnAccessKeys(parts: Parts) {
	const { opened, audit, clock, config, countOwnChange, requireFresh } = parts;
	const { database, reads } = opened;

	return {
		...createMakeOwnKeys(parts),

		/** The keys, and what a page needs to offer another one. */
		async list({ principal }: Caller) {
			const now = clock();
			const { id, role } = principal.user;
			const sessions = await countLiveSessionsOf(reads, id, now);
			const living = await listLivingKeys(reads, id, now);
			const past = await listPastKeys(reads, id, { now, most: MOST_PAST_KEYS });
			return {
				accessKeys: [...living, ...past].map((key) => {
					return { ...describeAccessKey(key, now), liveSessions: sessions.get(key.id) ?? 0 };
				}),
				// A service account has no session of a person, so it never gets here.
				allowed: mayHaveKeys(config, { kind: "person", role }),
				scopes: [...config.scopes],
			};
		},

		/** Throws not_found, validation_failed, rate_limited. */
		async rename(caller: Caller, id: string, name: string): Promise<void> {
			requireKeyName(name);
			await requireOwnKey(database, caller, id);
			await audit.transact(async (queries) => {
				await countOwnChange(queries, caller.principal.user.id);
				await renameKey(queries, id, name);
			});
		},

		/** Ended before, it is no error. Resolves with how many sessions ended. Throws reauthentication_required, not_found. */
		async end(caller: Caller, id: string): Promise<number> {
			const { principal, requester } = caller;
			// The password is enough: to end a key that leaked must not take the phone.
			await requireFresh(reads, principal.session, { secondFactorAt: null });
			return audit.by(actorOf(caller)).transact(async (queries, record) => {
				const key = await requireOwnKey(queries, caller, id);
				const user = { kind: "person" } as const;
				const end = { key, user, reason: "by_owner", now: clock(), client: requester.client } as const;
				return (await endAccessKey(queries, record, end)) ?? 0;
			});
		},
	};
}
