/** The rows of the audit table, for tests that ask what was recorded. */
import type { AuditEventName } from "../../src/platform/audit/events.ts";
import type { TestService } from "./service.ts";

export interface EventRow {
	event: string;
	time: number;
	level: string;
	actor_kind: string | null;
	actor_id: string | null;
	user_id: string | null;
	session_id: string | null;
	request_id: string | null;
	client_address: string | null;
	user_agent: string | null;
	detail: Record<string, unknown>;
}

/** Oldest first; of all events unless some are named. */
export async function rowsOf({ running }: TestService, ...events: AuditEventName[]): Promise<EventRow[]> {
	const { database } = running.deployment.opened;
	const rows = await database.selectFrom("audit_events").selectAll().orderBy("time").orderBy("id").execute();
	return rows
		.filter(({ event }) => events.length === 0 || (events as string[]).includes(event))
		.map((row) => ({ ...row, detail: JSON.parse(row.detail) as Record<string, unknown> }));
}
