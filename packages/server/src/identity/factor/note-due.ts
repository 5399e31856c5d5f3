import type { Queryable } from "../../platform/database/tables.ts";
import type { User } from "../user/user.ts";
import { setSecondFactorDue } from "../user/user-login-store.ts";
import type { SecondFactorPolicy } from "./policy.ts";

/**
 * Sets until when the user may continue without the required second factor. Part of every transaction that starts or confirms a
 * session: without a date, a session from before the requirement could be confirmed by the password alone for ever.
 */
export async function noteDue(queries: Queryable, policy: SecondFactorPolicy, user: User): Promise<void> {
	const dueAt = policy.dueAt(user);
	if (dueAt !== user.secondFactorDueAt) await setSecondFactorDue(queries, { id: user.id, dueAt });
}
