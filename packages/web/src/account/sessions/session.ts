import type { ListedSession } from "@sallyport/client";

/** When a session ends if it is not used any more, ISO 8601. */
export function endOf({
	expiresAt,
	idleExpiresAt,
}: Pick<ListedSession, "expiresAt" | "idleExpiresAt">): string {
	return Date.parse(idleExpiresAt) < Date.parse(expiresAt) ? idleExpiresAt : expiresAt;
}

/** The session of this page first, then the most recently used. */
export function inOrder(sessions: readonly ListedSession[]): ListedSession[] {
	return sessions.toSorted(
		(one, other) =>
			Number(other.current) - Number(one.current) ||
			Date.parse(other.lastSeenAt) - Date.parse(one.lastSeenAt),
	);
}
