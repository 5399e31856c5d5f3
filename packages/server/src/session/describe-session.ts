import type { Session } from "./session.ts";

const at = (milliseconds: number) => new Date(milliseconds).toISOString();

/** The same session is shown at every check of its credential; spelling five times would cost as much as finding it. */
const described = new WeakMap<Session, ReturnType<typeof describe>>();

/** A session as answers show one. Times are RFC 3339 in UTC. */
export function describeSession(session: Session) {
	const known = described.get(session) ?? describe(session);
	described.set(session, known);
	return known;
}

function describe(session: Session) {
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
