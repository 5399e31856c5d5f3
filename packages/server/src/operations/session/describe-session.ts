import { acrOf, type Principal, type Session, type SessionKey } from "../../credentials/session/session.ts";
import { deepFreeze } from "../../platform/lib/deep-freeze.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";

/** The same principal is shown at every check of its credential; formatting six times would cost as much as finding it. */
const described = new WeakMap<Principal, ReturnType<typeof describe>>();

/** Who calls, as responses show it. */
export function describePrincipal(principal: Principal) {
	const known = described.get(principal) ?? describe(principal);
	described.set(principal, known);
	return known;
}

function describe({ user, session }: Principal) {
	const { id, username, displayName, role, email, groups } = user;
	return deepFreeze({
		id,
		username,
		displayName,
		email,
		role,
		groups: [...groups],
		lastLogin: describeLastLogin(session),
		session: describeSession(session),
	});
}

/** A session as answers show one. Times are RFC 3339 in UTC. */
export function describeSession(session: Session) {
	return {
		id: session.id,
		kind: session.kind,
		createdAt: timestamp(session.createdAt),
		authenticatedAt: timestamp(session.authenticatedAt),
		acr: acrOf(session.amr),
		amr: [...session.amr],
		lastSeenAt: timestamp(session.lastSeenAt),
		expiresAt: timestamp(session.expiresAt),
		idleExpiresAt: timestamp(Math.min(session.idleExpiresAt, session.expiresAt)),
		...(session.idleLimit === null ? {} : { remember: true }),
		...(session.accessKey === null ? {} : describeKey(session.accessKey)),
	};
}

function describeKey({ id, scopes }: SessionKey) {
	return { accessKeyId: id, ...(scopes === null ? {} : { scope: scopes.join(" ") }) };
}

function describeLastLogin({ previousLogin }: Session) {
	return previousLogin === null ? null : { ...previousLogin, at: timestamp(previousLogin.at) };
}
