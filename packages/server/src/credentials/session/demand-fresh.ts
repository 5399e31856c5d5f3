import { LoginError } from "../../platform/errors.ts";
import { isFresh, type Session } from "./session.ts";

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
