import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import type { AccessKey, AccessKeyEnd } from "../../identity/access-key/access-key.ts";
import { listLivingKeys, markKeyEnded } from "../../identity/access-key/access-key-store.ts";
import { inEvents } from "../../identity/access-key/new-access-key.ts";
import type { User } from "../../identity/user/user.ts";
import type { Client, RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";

interface KeyToEnd {
	key: AccessKey;
	user: Pick<User, "kind">;
	reason: AccessKeyEnd;
	now: number;
	client: Client | null;
}

/** Ends a key and its sessions, tokens included. Part of a transaction. Resolves with how many sessions ended; null: it had ended. */
export async function endAccessKey(
	queries: Queryable,
	record: RecordEvent,
	{ key, user, reason, now, client }: KeyToEnd,
): Promise<number | null> {
	const { id, userId } = key;
	// Locks the row: a login that began before has committed its session, and one that comes later finds the key ended.
	if (!(await markKeyEnded(queries, { id, now, reason }))) return null;
	const why = { reason: "access_key_ended", now, client } as const;
	const sessions = await revokeSessions(queries, record, { ofKey: id }, why);
	const detail = { ...inEvents(key, user), sessions };
	if (reason === "leaked") await record({ event: "access_key_leaked", userId, client, detail });
	else await record({ event: "access_key_ended", userId, client, detail: { ...detail, reason } });
	return sessions;
}

/** By an operator, all keys of a user whose row is locked. Part of a transaction. `ended`: how many sessions did. */
export async function endKeysOf(
	queries: Queryable,
	record: RecordEvent,
	user: Pick<User, "id" | "kind">,
	now: number,
): Promise<{ keys: number; ended: number }> {
	const all = { keys: 0, ended: 0 };
	for (const key of await listLivingKeys(queries, user.id, now)) {
		const end = { key, user, reason: "by_admin", now, client: null } as const;
		const ended = await endAccessKey(queries, record, end);
		if (ended === null) continue;
		all.keys += 1;
		all.ended += ended;
	}
	return all;
}
