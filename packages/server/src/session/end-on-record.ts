import type { Client, RecordEvent } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import type { EndReason } from "./session.ts";
import { endSessions } from "./session-store.ts";

/** Ends sessions and puts the end of each on record, in one transaction; returns how many. */
export async function endOnRecord(
	queries: Queryable,
	record: RecordEvent,
	which: Parameters<typeof endSessions>[1],
	{ reason, now, client = null }: { reason: EndReason; now: number; client?: Client | null },
): Promise<number> {
	const event = reason === "logout" ? "session_logout" : "session_ended";
	const ended = await endSessions(queries, which, { reason, now });
	for (const { id, userId } of ended)
		await record({ event, userId, sessionId: id, client, detail: { reason } });
	return ended.length;
}
