import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dueAt, type Requirement, requirementOf } from "./policy.ts";

const day = 86_400_000;
const now = Date.UTC(2026, 0, 1);

describe("the second factor that a service requires", () => {
	for (const secondFactor of ["optional", "admins", "everybody"] as const)
		for (const role of ["user", "admin"] as const)
			for (const secondFactorAt of [null, now - day])
				for (const secondFactorDueAt of [null, now - 1, now, now + 1])
					for (const secondFactorGrace of [0, 7 * day]) {
						const isMeant = secondFactor === "everybody" || (secondFactor === "admins" && role === "admin");
						const stored = secondFactorDueAt ?? Number.POSITIVE_INFINITY;
						// A shorter time is for all.
						const due = Math.min(stored, now + secondFactorGrace);
						const late = due > now ? "banner" : "enrol";
						const expected: Requirement = isMeant && secondFactorAt === null ? late : "nothing";
						const user = { role, secondFactorAt, secondFactorDueAt };
						const rule = { secondFactor, secondFactorGrace };
						it(`asks for ${expected}: ${JSON.stringify({ ...rule, ...user })}`, () => {
							assert.equal(requirementOf(rule, user, now), expected);
							assert.equal(dueAt(rule, user, now), isMeant ? due : null);
						});
					}
});
