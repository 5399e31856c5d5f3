import type { Identity } from "../../identity/create-identity.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { isFresh, liveness, type Session, subjectOf } from "./session.ts";
import { findSessionById } from "./session-store.ts";

/**
 * For what changes how a user logs in: an authentication that is recent and, where two-step login is on, had both factors
 * (ASVS 7.5.1).
 */
export function createRequireFresh(
	{ clock, config: { reauthenticationWindow: within } }: Pick<Platform, "clock" | "config">,
	{ listMethods }: Pick<Identity, "listMethods">,
) {
	/** Throws reauthentication_required, which says how. */
	return async function requireFresh(
		queries: Queryable,
		session: Session,
		user: { secondFactorAt: number | null },
	): Promise<void> {
		const acr = user.secondFactorAt === null ? "aal1" : "aal2";
		if (isFresh(session, clock(), { acr, within })) return;
		const methods = await listMethods.ofReauthentication(queries, session.userId);
		const stepUp = { acr, maxAge: Math.floor(within / 1000), methods };
		throw new LoginError("reauthentication_required", { stepUp });
	};
}

export type RequireFresh = ReturnType<typeof createRequireFresh>;

/**
 * The session of a call that took long, as while passwords are hashed: it may have ended since the call came in. Under the lock of
 * the user's row. Throws session_ended.
 */
export async function requireStillLive(queries: Queryable, session: Session, now: number): Promise<void> {
	const found = await findSessionById(queries, session.id);
	if (found === null || liveness(found.session, now) !== "live")
		throw new LoginError("session_ended", { subject: subjectOf(session) });
}
