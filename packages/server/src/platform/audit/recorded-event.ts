import type { AuditEventTable } from "../database/tables.ts";
import { isAddressPrefix } from "../lib/address-prefix.ts";

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

export interface EventFilter {
	userId?: string | undefined;
	event?: string | undefined;
	/** An event matches when its level is one of these. */
	levels?: readonly string[] | undefined;
	/** As it is stored; up to a dot or a colon at its end, all that begin so. */
	address?: string | undefined;
	/** As in the header X-Request-Id of the response. */
	requestId?: string | undefined;
	/** Milliseconds, both included. */
	since?: number | undefined;
	until?: number | undefined;
}

/** Whether a new event is one of them. Its time lies after the beginning. */
export function isMatch(
	event: Omit<RecordedEvent, "time">,
	{ userId, event: name, levels, address, requestId }: EventFilter,
): boolean {
	const from = event.clientAddress ?? "";
	return (
		[undefined, event.userId].includes(userId) &&
		[undefined, event.event].includes(name) &&
		[undefined, event.requestId].includes(requestId) &&
		(levels === undefined || levels.includes(event.level)) &&
		(address === undefined || (isAddressPrefix(address) ? from.startsWith(address) : from === address))
	);
}
