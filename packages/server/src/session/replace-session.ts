import type { Client, RecordEvent } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import { endSessions } from "./session-store.ts";

/** Ends the session whose place a new one takes in the same browser (ASVS 7.2.4). Part of the transaction that starts it. */
export async function replaceSession(
	queries: Queryable,
	record: RecordEvent,
	replaced: { id: string | null; now: number; client: Client },
): Promise<void> {
	const { id, now, client } = replaced;
	if (id === null) return;
	for (const sessionId of await endSessions(queries, { ids: [id] }, { reason: "replaced", now })) {
		await record({ event: "session_ended", sessionId, client, detail: { reason: "replaced" } });
	}
}
