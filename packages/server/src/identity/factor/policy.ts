import type { Config } from "../../platform/config/config.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import type { User } from "../user/user.ts";

type Subject = Pick<User, "role" | "secondFactorAt" | "secondFactorDueAt">;
type Rule = Pick<Config, "secondFactor" | "secondFactorGrace">;

/** A banner says that a second factor is due; when it is overdue, no login succeeds before one is enrolled. */
export type Demand = "nothing" | "banner" | "enrol";

/** Whether the service demands a second factor of a role, used or not. */
export function isDemanded({ secondFactor }: Rule, { role }: Pick<Subject, "role">): boolean {
	return secondFactor === "everybody" || (secondFactor === "admins" && role === "admin");
}

/** The first login under the demand sets it. It stays while the demand does, unless the time is shortened; null: nothing is due. */
export function dueAt(rule: Rule, { secondFactorDueAt, ...user }: Subject, now: number): number | null {
	if (!isDemanded(rule, user)) return null;
	return Math.min(secondFactorDueAt ?? Number.POSITIVE_INFINITY, now + rule.secondFactorGrace);
}

/** What is demanded of a user at a login, besides what the user has switched on. */
export function demandOf(rule: Rule, user: Subject, now: number): Demand {
	const due = dueAt(rule, user, now);
	if (due === null || user.secondFactorAt !== null) return "nothing";
	return now < due ? "banner" : "enrol";
}

export type SecondFactorPolicy = ReturnType<typeof createSecondFactorPolicy>;

/** The rule of this deployment. */
export function createSecondFactorPolicy(config: Config, clock: Clock) {
	return {
		isDemanded: (user: Pick<Subject, "role">): boolean => isDemanded(config, user),
		demandOf: (user: Subject): Demand => demandOf(config, user, clock()),
		dueAt: (user: Subject): number | null => dueAt(config, user, clock()),
	};
}
