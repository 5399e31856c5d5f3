import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import { isFresh, liveness, type Session, subjectOf } from "./session.ts";
import { findSessionById } from "./session-store.ts";

/**
 * For what changes how a user logs in: an authentication that is recent and, where two-step login is on, had both factors
 * (ASVS 7.5.1). Throws reauthentication_required.
 */
export function demandFresh(
	session: Session,
	user: { secondFactorAt: number | null },
	now: number,
	{ reauthenticationWindow: within }: { reauthenticationWindow: number },
): void {
	const acr = user.secondFactorAt === null ? "aal1" : "aal2";
	if (isFresh(session, now, { acr, within })) return;
	throw new LoginError("reauthentication_required", { stepUp: { acr, maxAge: Math.floor(within / 1000) } });
}

/**
 * The session of a call that took long, as while passwords are hashed: it may have ended since the call came in. Under the lock of
 * the user's row. Throws session_ended.
 */
export async function demandLive(queries: Queryable, session: Session, now: number): Promise<void> {
	const found = await findSessionById(queries, session.id);
	if (found === null || liveness(found.session, now) !== "live")
		throw new LoginError("session_ended", { subject: subjectOf(session) });
}
