import { lowerRole } from "../../identity/access-key/access-key.ts";
import type { AuthenticationMethod } from "../../identity/proof.ts";
import type { User } from "../../identity/user/user.ts";
import type { Config } from "../../platform/config/config.ts";
import type { RefusedCredential } from "../../platform/errors.ts";
import type { StatusListEntry } from "../status-list/status-list-entries.ts";
import type { ClaimedUser } from "../token/user-claims.ts";

/**
 * The rules of a session: what it is, and whether it lives. Both modes of login make one.
 *
 *   active → expired (idle, absolute)
 *          → ended   (logout, revoked, revoked_by_admin, password_changed, factors_changed, user_disabled, replaced,
 *                     over_limit, access_key_ended)
 *
 * No transition leads back.
 */
/** Of a session that ran out. */
export type Expiry = "idle" | "absolute";

/** Of one that was ended before. */
export type EndReason =
	| "logout"
	| "revoked"
	| "revoked_by_admin"
	| "password_changed"
	| "factors_changed"
	| "user_disabled"
	| "replaced"
	| "over_limit"
	| "access_key_ended";

/** How strong an authentication is: one factor, several, or several that no attacker can phish (OpenID EAP ACR Values). */
export type Acr = "aal1" | "aal2" | "phr";

/** From the weakest on. */
export const acrValues: readonly Acr[] = ["aal1", "aal2", "phr"];

/**
 * "0": no level, because no person has authenticated (OpenID Connect Core, section 2). It is stated rather than left out, because
 * verifiers of releases before access keys take a token without `acr` for a person's.
 */
export function acrOf(amr: readonly AuthenticationMethod[]): Acr | "0" {
	if (amr.includes("key")) return "0";
	if (!amr.includes("mfa")) return "aal1";
	return amr.includes("pop") ? "phr" : "aal2";
}

/** Whether an authentication is recent enough, and strong enough. A clock that was set back makes an old one lie in the future. */
export function isFresh(
	{ authenticatedAt, amr }: Pick<Session, "authenticatedAt" | "amr">,
	now: number,
	{ acr = "aal1", within }: { acr?: Acr; within: number },
): boolean {
	const levels: readonly string[] = acrValues;
	return Math.abs(now - authenticatedAt) <= within && levels.indexOf(acrOf(amr)) >= levels.indexOf(acr);
}

export interface Session {
	id: string;
	userId: string;
	kind: "token" | "cookie";
	csrfReference: string;
	/** SHA-256 of the cookie secret in force; null for tokens. */
	secretHash: string | null;
	createdAt: number;
	authenticatedAt: number;
	/** What the user proved at that time. */
	amr: readonly AuthenticationMethod[];
	lastSeenAt: number;
	/** When it ends, however much it is used. */
	expiresAt: number;
	/** Cookie: end unless used. Token: end of the newest token unless renewed. */
	idleExpiresAt: number;
	endedAt: number | null;
	endReason: string | null;
	previousLogin: PreviousLogin | null;
	/** Tells offline verifiers that its tokens are revoked; null: it had none yet. */
	statusListEntry: StatusListEntry | null;
	/** Milliseconds that it lives after an authentication, because its user stays logged in; null: as the settings say. */
	absoluteLimit: number | null;
	/** Milliseconds that it lives unused, for the same reason; null: as the settings say. */
	idleLimit: number | null;
	/** Cookie: when all tokens that it got have expired; null: it got none. */
	tokensUntil: number | null;
	/** The key that began it, and what that limits it to; null: a person did. */
	accessKey: SessionKey | null;
}

/** What a session of an access key is limited to. */
export interface SessionKey {
	id: string;
	/** The highest role that it may have, whatever its user has now. */
	role: User["role"];
	/** null: it is not limited by scopes. */
	scopes: readonly string[] | null;
}

/** The role of a session: never more than its user has now, and never more than its key was made for. */
export function roleIn({ accessKey }: Pick<Session, "accessKey">, role: User["role"]): User["role"] {
	return lowerRole(role, accessKey?.role ?? null);
}

export type SessionLimits = Pick<Session, "absoluteLimit" | "idleLimit">;

/** The limits of a new session. They are longer if its user asks to stay logged in, where that is offered. */
export function limitsOf(
	asked: boolean,
	{ remember, rememberIdle, sessionIdle }: Pick<Config, "remember" | "rememberIdle" | "sessionIdle">,
): SessionLimits {
	if (!asked || remember === 0) return { absoluteLimit: null, idleLimit: null };
	return { absoluteLimit: remember, idleLimit: Math.max(rememberIdle, sessionIdle) };
}

/** A session with what its client said about itself at login: for lists of sessions, not for checks. */
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
	/** Logins between the two that knew the password and failed at the second step. */
	stoppedAtSecondFactor: number;
}

/** Describes a session as the audit log names it in refusals. */
export function subjectOf({ id, userId, kind }: Session): RefusedCredential {
	return { userId, sessionId: id, kind };
}

/** A live session and its user: who is calling. */
export interface Principal {
	user: ClaimedUser & { id: string; role: "user" | "admin"; locale: string | null };
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

/** When a session runs out that is not used any more, and how: by the earlier of its two limits. session-life-store.ts says the same in SQL. */
export function expiryOf({ expiresAt, idleExpiresAt }: Pick<Session, "expiresAt" | "idleExpiresAt">): {
	endedAt: number;
	endReason: Expiry;
} {
	return expiresAt <= idleExpiresAt
		? { endedAt: expiresAt, endReason: "absolute" }
		: { endedAt: idleExpiresAt, endReason: "idle" };
}

/** When a session ends that was last used, or got its token, now. */
export function sessionEnds(
	{
		kind,
		authenticatedAt,
		absoluteLimit,
		idleLimit,
	}: Pick<Session, "kind" | "authenticatedAt"> & SessionLimits,
	now: number,
	{ tokenLifetime, sessionIdle, sessionAbsolute }: Config,
) {
	const expiresAt = authenticatedAt + (absoluteLimit ?? sessionAbsolute);
	const idle = kind === "token" ? tokenLifetime : (idleLimit ?? sessionIdle);
	return { expiresAt, idleExpiresAt: Math.min(now + idle, expiresAt) };
}
