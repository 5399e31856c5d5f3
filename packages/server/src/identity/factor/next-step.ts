import type { Queryable } from "../../platform/database/tables.ts";
import type { User } from "../user/user.ts";
import { listFactors } from "./factor-store.ts";
import type { SecondFactorPolicy } from "./policy.ts";

/** After the right password: the login is done, a second factor has to be proven, or one has to be added first. */
export type NextStep = "none" | "prove" | "enrol";

export async function nextStepOf(
	queries: Queryable,
	policy: SecondFactorPolicy,
	user: User,
): Promise<NextStep> {
	if (user.secondFactorAt !== null) return "prove";
	if (policy.requirementOf(user) !== "enrol") return "none";
	// A user who had switched two-step login off still has the factors.
	return (await listFactors(queries, user.id)).length > 0 ? "prove" : "enrol";
}
