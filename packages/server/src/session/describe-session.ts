import type { Session } from "./session.ts";

const at = (milliseconds: number) => new Date(milliseconds).toISOString();

/** A session as answers show one. Times are RFC 3339 in UTC. */
export function describeSession(session: Session) {
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

/** The login before the one of a session. */
export function describeLastLogin({ previousLogin }: Session) {
	return previousLogin === null ? null : { ...previousLogin, at: at(previousLogin.at) };
}
