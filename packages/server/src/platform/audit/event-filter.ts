import { isAddressPrefix } from "../lib/address-prefix.ts";
import type { RecordedEvent } from "./recorded-event.ts";

/** All that are given must fit; of several values, one of them. */
export interface EventFilter {
	userIds?: readonly string[] | undefined;
	/** Ids of users or of access keys. */
	actorIds?: readonly string[] | undefined;
	events?: readonly string[] | undefined;
	/** One and all that are graver. */
	levels?: readonly string[] | undefined;
	sessionId?: string | undefined;
	requestId?: string | undefined;
	/** Of the application that its detail names. */
	clientId?: string | undefined;
	/** Up to a dot or a colon at its end, all that begin so. */
	address?: string | undefined;
	/** Milliseconds, both included. */
	since?: number | undefined;
	until?: number | undefined;
}

/** Whether a new event is one of them. Its time is not looked at. */
export function isMatch(
	event: Omit<RecordedEvent, "time">,
	{ userIds, actorIds, events, levels, sessionId, requestId, clientId, address }: EventFilter,
): boolean {
	const from = event.clientAddress ?? "";
	return (
		(userIds?.includes(event.userId ?? "") ?? true) &&
		(actorIds?.includes(event.actorId ?? "") ?? true) &&
		(events?.includes(event.event) ?? true) &&
		(levels?.includes(event.level) ?? true) &&
		[undefined, event.sessionId].includes(sessionId) &&
		[undefined, event.requestId].includes(requestId) &&
		[undefined, event.detail.client, event.detail.application].includes(clientId) &&
		(address === undefined || (isAddressPrefix(address) ? from.startsWith(address) : from === address))
	);
}
