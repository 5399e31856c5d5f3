/**
 * What a session is, once more and as simply as can be: section 3 of the contract, to check the real service against. Its
 * life is shorter here, so that random steps come to its end.
 */
const minute = 60_000;
const hour = 60 * minute;

export const limits = { idle: hour, absolute: 80 * minute, grace: 30_000, window: 15 * minute, cookies: 3 };
/** Of users who stay logged in. */
export const longLimits = { idle: 2 * hour, absolute: 5 * hour };
const retention = 24 * hour;
/** Use is noted at most so often. */
const resolution = minute;

export interface ModelSession {
	kind: "cookie" | "token";
	/** Its user stays logged in. */
	remember: boolean;
	authenticatedAt: number;
	lastSeenAt: number;
	idleUntil: number;
	endedAt: number | null;
}

export interface ModelCredential {
	session: ModelSession;
	/** A token runs out, a replaced cookie has its grace. */
	goodUntil: number;
}

export type Verdict = "live" | "session_expired" | "session_ended" | "unauthenticated";

export interface Model<Credential extends ModelCredential> {
	credentials: Credential[];
	disabled: boolean;
	/** When retention was last looked after. */
	tidiedAt: number;
}

const limitsOf = ({ remember }: ModelSession) => (remember ? longLimits : limits);
const runsOut = (session: ModelSession) =>
	Math.min(session.idleUntil, session.authenticatedAt + limitsOf(session).absolute);
const isLive = (session: ModelSession, now: number) => session.endedAt === null && now < runsOut(session);

export function verdict({ session, goodUntil }: ModelCredential, now: number, tidiedAt: number): Verdict {
	if (session.kind === "token" && now >= goodUntil) return "session_expired";
	if (now >= goodUntil || (session.endedAt ?? runsOut(session)) < tidiedAt - retention)
		return "unauthenticated";
	if (session.endedAt !== null) return "session_ended";
	return isLive(session, now) ? "live" : "session_expired";
}

export function start(
	{ kind, remember }: Pick<ModelSession, "kind" | "remember">,
	now: number,
): ModelSession {
	const session = { kind, remember, authenticatedAt: now, lastSeenAt: now, idleUntil: now, endedAt: null };
	extend(session, now);
	return session;
}

export function end(sessions: Iterable<ModelSession>, now: number): number {
	let ended = 0;
	for (const session of new Set(sessions)) {
		if (!isLive(session, now)) continue;
		session.endedAt = now;
		ended += 1;
	}
	return ended;
}

/** Of the live cookie sessions, returns those that are over the limit: the ones used longest ago. */
export function overLimit(sessions: Iterable<ModelSession>, now: number, allowed: number): ModelSession[] {
	const live = [...new Set(sessions)].filter((each) => each.kind === "cookie" && isLive(each, now));
	return live.sort((one, other) => other.lastSeenAt - one.lastSeenAt).slice(allowed);
}

export function use(session: ModelSession, now: number): void {
	if (session.kind === "cookie" && now - session.lastSeenAt >= resolution) extend(session, now);
}

export function extend(session: ModelSession, now: number): void {
	session.lastSeenAt = now;
	session.idleUntil = now + limitsOf(session).idle;
}

/** When a token that is issued now runs out: in whole seconds, and never after its session. */
export function tokenEnd(session: ModelSession): number {
	return Math.floor(runsOut(session) / 1000) * 1000;
}
