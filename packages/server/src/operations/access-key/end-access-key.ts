import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import type { AccessKey, AccessKeyEnd } from "../../identity/access-key/access-key.ts";
import { markKeyEnded } from "../../identity/access-key/access-key-store.ts";
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
