import assert from "node:assert/strict";
import { test } from "node:test";
import { cheap } from "../packages/server/test/support/cheap.ts";
import { differenceOfMedians } from "./timing/difference.ts";
import { measureTiming } from "./timing/measure-timing.ts";
import { reportTiming } from "./timing/report.ts";
import { trials } from "./timing/trials.ts";

test("one round refuses every login in the same way, and makes a row of each", async () => {
	const settings = { ...cheap, SALLYPORT_REFUSAL_FLOOR: "0s" };
	const figures = await measureTiming({ rounds: 1, seconds: 1, load: 0, settings, warmUp: 0 });
	assert.deepEqual(figures.wrong, []);
	const table = reportTiming(figures);
	for (const { reason } of trials) assert.match(table, new RegExp(`^${reason} +[\\d.]+ +[\\d.]+`, "m"));
});

test("the range of a difference holds it, and is narrow when all rounds agree", () => {
	const base = Array.from({ length: 50 }, (_, round) => 100 + (round % 5));
	const later = base.map((time) => time + 7);
	assert.deepEqual(differenceOfMedians(base, base), { estimate: 0, least: 0, most: 0 });
	assert.deepEqual(differenceOfMedians(later, base), { estimate: 7, least: 7, most: 7 });
});
