import { countFailedLogins } from "../audit/audit-store.ts";
import type { Queryable } from "../database/tables.ts";
import type { PreviousLogin } from "../session/session.ts";
import type { User } from "../user/user-store.ts";

/** The login before this one, and what failed since: whoever logs in shall notice if somebody else has tried (ASVS 6.3.5). */
export async function loginBefore(
	queries: Queryable,
	{ id, lastLoginAt, lastLoginAddress }: User,
): Promise<PreviousLogin | null> {
	if (lastLoginAt === null) return null;
	const failedSince = await countFailedLogins(queries, id, lastLoginAt);
	return { at: lastLoginAt, address: lastLoginAddress, failedSince };
}
