import assert from "node:assert/strict";
import { test } from "node:test";
import { cheap } from "../../packages/server/test/support/cheap-hashing.ts";
import { measureRecovery } from "../scenarios/recovery.ts";
import { differenceOfMedians, measureTiming, reportTiming, trials } from "../scenarios/timing.ts";

test("timing: one round refuses every login in the same way, and makes a row of each", async () => {
	const settings = { ...cheap, SALLYPORT_REFUSAL_FLOOR: "0s" };
	const figures = await measureTiming({ rounds: 1, seconds: 1, load: 0, settings, warmUp: 0 });
	assert.deepEqual(figures.wrong, []);
	const table = reportTiming(figures);
	for (const { reason } of trials) assert.match(table, new RegExp(`^${reason} +[\\d.]+`, "m"));
});

test("recovery: one round asks for known and unknown users, and makes two tables", async () => {
	const { answer, next, slowest } = await measureRecovery({ rounds: 1, warmUp: 0 });
	for (const times of [answer, next, slowest]) {
		const table = reportTiming({ times, wrong: [], load: 0 });
		for (const reason of ["unknown user", "known user", "known address"])
			assert.match(table, new RegExp(`^${reason} +[\\d.]+`, "m"));
	}
});

test("timing: the range of a difference holds it, and is narrow when all rounds agree", () => {
	const base = Array.from({ length: 50 }, (_, round) => 100 + (round % 5));
	const later = base.map((time) => time + 7);
	assert.deepEqual(differenceOfMedians(base, base), { estimate: 0, least: 0, most: 0 });
	assert.deepEqual(differenceOfMedians(later, base), { estimate: 7, least: 7, most: 7 });
});
