import assert from "node:assert/strict";
import { test } from "node:test";
import { measureAttack } from "./attacks/measure-attack.ts";
import { reportAttacks } from "./attacks.ts";

test("a small attack makes a row of figures for before, during and after", {
	skip: process.platform !== "linux",
}, async () => {
	const plan = { name: "few", connections: 2, times: 20, sends: "login", reads: true } as const;
	const table = reportAttacks([await measureAttack(plan, { quiet: 100, attack: 100, recovery: 0 })]);
	for (const moment of ["before", "during", "after"])
		assert.match(table, new RegExp(`^ +${moment} +\\d+ +\\d+ +\\d+ +\\d+ +\\d+$`, "m"));
});
