import type { AuditEventTable } from "../database/tables.ts";

/** An event of the audit log. */
export interface RecordedEvent {
	id: string;
	/** Milliseconds since the epoch. */
	time: number;
	event: string;
	level: AuditEventTable["level"];
	actorKind: AuditEventTable["actor_kind"];
	actorId: string | null;
	userId: string | null;
	/** null: it is about no user, or the user was deleted since. */
	username: string | null;
	sessionId: string | null;
	requestId: string | null;
	clientAddress: string | null;
	userAgent: string | null;
	detail: Record<string, unknown>;
}
