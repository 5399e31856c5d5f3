import type { Session } from "./session.ts";

/** A session as answers show one. Times are RFC 3339 in UTC. */
export function describeSession(session: Session) {
	const at = (milliseconds: number) => new Date(milliseconds).toISOString();
	return {
		id: session.id,
		kind: session.kind,
		createdAt: at(session.createdAt),
		authenticatedAt: at(session.authenticatedAt),
		lastSeenAt: at(session.lastSeenAt),
		expiresAt: at(session.expiresAt),
		idleExpiresAt: at(Math.min(session.idleExpiresAt, session.expiresAt)),
	};
}
