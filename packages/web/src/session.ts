import type { ListedSession } from "@sallyport/client";

/** This page's session first, then the last used ones. */
export function inOrder(sessions: readonly ListedSession[]): ListedSession[] {
	return sessions.toSorted(
		(one, other) =>
			Number(other.current) - Number(one.current) ||
			Date.parse(other.lastSeenAt) - Date.parse(one.lastSeenAt),
	);
}
