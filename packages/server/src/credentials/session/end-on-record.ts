import type { Client, RecordEvent } from "../../platform/audit/audit.ts";
import { inBatches } from "../../platform/database/in-batches.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { endAndRevoke } from "./end-and-revoke.ts";
import type { EndReason, Session } from "./session.ts";

/** So many arguments of one call are safe; a user may have any number of sessions. */
const EVENTS_AT_ONCE = 1000;

/** Ends sessions and puts the end of each on record, in one transaction; returns how many. */
export async function endOnRecord(
	queries: Queryable,
	record: RecordEvent,
	which: Parameters<typeof endAndRevoke>[1],
	{ reason, now, client = null }: { reason: EndReason; now: number; client?: Client | null },
): Promise<number> {
	const ended = await endAndRevoke(queries, which, { reason, now });
	for (const some of inBatches(ended, EVENTS_AT_ONCE)) {
		const events = some.map(({ id, userId, kind }) => {
			return { event: eventOf(kind, reason), userId, sessionId: id, client, detail: { reason } } as const;
		});
		await record(...events);
	}
	return ended.length;
}

function eventOf(kind: Session["kind"], reason: EndReason) {
	if (kind === "token") return "authn_token_revoked";
	return reason === "logout" ? "session_logout" : "session_ended";
}
