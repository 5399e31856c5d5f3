/** All that are given must fit; of several values, one of them. */
export interface EventPageFilter {
	id?: string | undefined;
	userIds?: readonly string[] | undefined;
	/** Ids of users or of access keys. */
	actorIds?: readonly string[] | undefined;
	events?: readonly string[] | undefined;
	levels?: readonly string[] | undefined;
	sessionId?: string | undefined;
	requestId?: string | undefined;
	/** Up to a dot or a colon at its end, all that begin so. */
	address?: string | undefined;
	/** Milliseconds, both included. */
	since?: number | undefined;
	until?: number | undefined;
}
