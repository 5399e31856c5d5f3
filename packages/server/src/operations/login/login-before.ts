import type { PreviousLogin } from "../../credentials/session/session.ts";
import type { User } from "../../identity/user/user.ts";
import { countFailedLogins, countFailedSecondFactors } from "../../platform/audit/audit-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";

/** The login before this one, and what failed since: so that users notice failed attempts by others (ASVS 6.3.5). */
export async function loginBefore(
	queries: Queryable,
	{ id, lastLoginAt, lastLoginAddress, secondFactorAt }: User,
): Promise<PreviousLogin | null> {
	if (lastLoginAt === null) return null;
	const failedSince = await countFailedLogins(queries, id, lastLoginAt);
	const stoppedAtSecondFactor =
		secondFactorAt === null ? 0 : await countFailedSecondFactors(queries, id, lastLoginAt);
	return { at: lastLoginAt, address: lastLoginAddress, failedSince, stoppedAtSecondFactor };
}
