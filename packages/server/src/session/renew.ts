import type { Client, Transact } from "../audit/audit.ts";
import { LoginError } from "../errors.ts";
import type { Clock } from "../lib/clock.ts";
import { sha256 } from "../lib/hash.ts";
import { type Principal, type Session, type SessionLifetimes, sessionEnds, subjectOf } from "./session.ts";
import { extendSession, rotateSecret } from "./session-life-store.ts";

export interface RenewedSession {
	session: Session;
	/** The new cookie secret; null for tokens. */
	secret: string | null;
}

interface RenewDependencies {
	clock: Clock;
	transact: Transact;
	lifetimes: SessionLifetimes & { renewalGrace: number };
	/** Derives the next secret of a session from the present one under a key of the server. */
	nextSecret: (text: string) => string;
}

/**
 * Extends a session and replaces its secret. The next secret is derived from the presented one, so renewals that
 * arrive together get the same answer and nobody is logged out by a race or by an answer that was lost on the way.
 */
export function createRenew({ clock, transact, lifetimes, nextSecret }: RenewDependencies) {
	return async function renew(
		principal: Principal,
		presentedSecret: string | null,
		client: Client,
		authenticatedNow = false,
	): Promise<RenewedSession> {
		const now = clock();
		const authenticatedAt = authenticatedNow ? now : principal.session.authenticatedAt;
		const session: Session = {
			...principal.session,
			authenticatedAt,
			lastSeenAt: now,
			...sessionEnds(principal.session.kind, authenticatedAt, now, lifetimes),
		};
		const ended = new LoginError("session_ended", { subject: subjectOf(session) });
		if (session.kind === "token" && session.statusPlace === null) {
			// By a release that gave no places: a new token would name none, and could not be revoked.
			const message = "This session is older than an upgrade of the service. Log in again.";
			throw new LoginError("session_ended", { message, subject: subjectOf(session) });
		}
		return transact(async (queries, record) => {
			const secret = presentedSecret === null ? null : nextSecret(`${session.id} ${presentedSecret}`);
			if (secret !== null && presentedSecret !== null) {
				const rotation = { id: session.id, from: sha256(presentedSecret), to: sha256(secret) };
				const rotated = await rotateSecret(queries, {
					...rotation,
					previousUntil: now + lifetimes.renewalGrace,
				});
				if (!rotated) throw ended;
				session.secretHash = rotation.to;
			}
			if (!(await extendSession(queries, session, now))) throw ended;
			const event = authenticatedNow ? "authn_reauthenticate" : "session_renewed";
			await record({ event, userId: session.userId, sessionId: session.id, client });
			return { session, secret };
		});
	};
}
