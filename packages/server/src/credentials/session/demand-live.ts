import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import { liveness, type Session, subjectOf } from "./session.ts";
import { findSessionById } from "./session-store.ts";

/**
 * The session of a call that took long, as while passwords are hashed: it may have ended since the call came in. Under the lock of
 * the user's row. Throws session_ended.
 */
export async function demandLive(queries: Queryable, session: Session, now: number): Promise<void> {
	const found = await findSessionById(queries, session.id);
	if (found === null || liveness(found.session, now) !== "live")
		throw new LoginError("session_ended", { subject: subjectOf(session) });
}
