import type { Client, RecordEvent } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import { endAndRevoke } from "./end-and-revoke.ts";
import type { EndReason, Session } from "./session.ts";

/** Ends sessions and puts the end of each on record, in one transaction; returns how many. */
export async function endOnRecord(
	queries: Queryable,
	record: RecordEvent,
	which: Parameters<typeof endAndRevoke>[1],
	{ reason, now, client = null }: { reason: EndReason; now: number; client?: Client | null },
): Promise<number> {
	const ended = await endAndRevoke(queries, which, { reason, now });
	for (const { id, userId, kind } of ended)
		await record({ event: eventOf(kind, reason), userId, sessionId: id, client, detail: { reason } });
	return ended.length;
}

function eventOf(kind: Session["kind"], reason: EndReason) {
	if (kind === "token") return "authn_token_revoked";
	return reason === "logout" ? "session_logout" : "session_ended";
}
