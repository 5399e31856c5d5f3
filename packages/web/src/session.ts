/** One entry of GET /api/auth/sessions; times are ISO 8601. */
export interface Session {
	id: string;
	kind: "token" | "cookie";
	/** The session of this page. */
	current: boolean;
	createdAt: string;
	authenticatedAt: string;
	lastSeenAt: string;
	expiresAt: string;
	idleExpiresAt: string | null;
	clientAddress: string | null;
	userAgent: string | null;
}

/** This page's session first, then the last used ones. */
export function inOrder(sessions: readonly Session[]): Session[] {
	return sessions.toSorted(
		(one, other) =>
			Number(other.current) - Number(one.current) ||
			Date.parse(other.lastSeenAt) - Date.parse(one.lastSeenAt),
	);
}
