import type { Config } from "../../platform/config/config.ts";
import type { RefusedCredential } from "../../platform/errors.ts";
import type { StatusListEntry } from "../status-list/status-list-entries.ts";

/**
 * A session, as a rule: what it is and whether it lives. Both modes of login make one.
 *
 *   active → expired (idle, absolute)
 *          → ended   (logout, revoked, revoked_by_admin, password_changed, user_disabled, replaced, over_limit)
 *
 * Nothing leads back.
 */
export type EndReason =
	| "idle"
	| "absolute"
	| "logout"
	| "revoked"
	| "revoked_by_admin"
	| "password_changed"
	| "user_disabled"
	| "replaced"
	| "over_limit";

/** What a user can prove (RFC 8176): the claim amr of tokens. */
export type AuthenticationMethod = "pwd";

export interface Session {
	id: string;
	userId: string;
	kind: "token" | "cookie";
	csrfReference: string;
	/** SHA-256 of the cookie secret in force; null for tokens. */
	secretHash: string | null;
	createdAt: number;
	authenticatedAt: number;
	/** What was proven then. */
	amr: readonly AuthenticationMethod[];
	lastSeenAt: number;
	/** Absolute end. */
	expiresAt: number;
	/** Cookie: end unless used. Token: end of the newest token unless renewed. */
	idleExpiresAt: number;
	endedAt: number | null;
	endReason: string | null;
	previousLogin: PreviousLogin | null;
	/** Tells offline verifiers that its tokens are revoked; null for cookies. */
	statusListEntry: StatusListEntry | null;
}

/** With what its client said about itself at login: for lists of sessions, not for checks. */
export interface SessionWithClient extends Session {
	clientAddress: string | null;
	userAgent: string | null;
}

/** The login before the one of a session, shown to its user (ASVS 6.3.5). */
export interface PreviousLogin {
	at: number;
	address: string | null;
	/** Logins that failed between the two. */
	failedSince: number;
}

/** As the audit log names it in refusals. */
export function subjectOf({ id, userId, kind }: Session): RefusedCredential {
	return { userId, sessionId: id, kind };
}

/** A live session and its user: who is calling. */
export interface Principal {
	user: { id: string; username: string; displayName: string; role: "user" | "admin" };
	session: Session;
}

export interface PrincipalWithClient extends Principal {
	session: SessionWithClient;
}

/** The moment of expiry itself is already too late. */
export function liveness(session: Session, now: number): "live" | "session_expired" | "session_ended" {
	if (session.endedAt !== null) {
		return session.endReason === "idle" || session.endReason === "absolute"
			? "session_expired"
			: "session_ended";
	}
	return now < session.idleExpiresAt && now < session.expiresAt ? "live" : "session_expired";
}

/** When a session ends that authenticated at `authenticatedAt` and was last used, or got its token, now. */
export function sessionEnds(
	kind: Session["kind"],
	authenticatedAt: number,
	now: number,
	{ tokenLifetime, sessionIdle, sessionAbsolute }: Config,
) {
	const expiresAt = authenticatedAt + sessionAbsolute;
	const idle = kind === "token" ? tokenLifetime : sessionIdle;
	return { expiresAt, idleExpiresAt: Math.min(now + idle, expiresAt) };
}
