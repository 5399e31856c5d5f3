import type { Config } from "../../platform/config/config.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import type { User } from "../user/user.ts";

type Subject = Pick<User, "role" | "secondFactorAt" | "secondFactorDueAt">;
type Rule = Pick<Config, "secondFactor" | "secondFactorGrace">;

/** A banner says that a second factor is due; when it is overdue, no login succeeds before one is enrolled. */
export type Requirement = "nothing" | "banner" | "enrol";

/** Whether the service requires a second factor of a role, used or not. */
export function isRequired({ secondFactor }: Rule, { role }: Pick<Subject, "role">): boolean {
	return secondFactor === "everybody" || (secondFactor === "admins" && role === "admin");
}

/** The first login under this rule sets it. It stays while the rule does, unless the time is shortened; null: nothing is due. */
export function dueAt(rule: Rule, { secondFactorDueAt, ...user }: Subject, now: number): number | null {
	if (!isRequired(rule, user)) return null;
	return Math.min(secondFactorDueAt ?? Number.POSITIVE_INFINITY, now + rule.secondFactorGrace);
}

/** What is required of a user at a login, besides what the user has switched on. */
export function requirementOf(rule: Rule, user: Subject, now: number): Requirement {
	const due = dueAt(rule, user, now);
	if (due === null || user.secondFactorAt !== null) return "nothing";
	return now < due ? "banner" : "enrol";
}

export type SecondFactorPolicy = ReturnType<typeof createSecondFactorPolicy>;

/** Applies the rule of this deployment. */
export function createSecondFactorPolicy(config: Config, clock: Clock) {
	return {
		isRequired: (user: Pick<Subject, "role">): boolean => isRequired(config, user),
		requirementOf: (user: Subject): Requirement => requirementOf(config, user, clock()),
		dueAt: (user: Subject): number | null => dueAt(config, user, clock()),
	};
}
