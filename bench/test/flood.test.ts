import assert from "node:assert/strict";
import { test } from "node:test";
import { isInHalt } from "../load/halts.ts";
import { measureFlood, reportFlood } from "../scenarios/flood.ts";

test("a flood makes a whole table, and no answer is wrong", {
	skip: process.platform !== "linux",
}, async () => {
	const figures = await measureFlood({ connections: 8, quiet: 600, flood: 600, alone: 500, raw: 100 });
	assert.deepEqual(figures.wrong, []);
	const { alone, flood } = figures;
	const answered = [alone, flood.window, flood.hurried].some(({ answers }) => (answers[401] ?? 0) > 0);
	assert.ok(answered, "the flood was answered");
	const table = reportFlood(figures);
	for (const row of [
		/^check: p99, ms +[\d.,–]+ +[\d.,–]+$/m,
		/^… with the halts of the machine +[\d.,–]+ +[\d.,–]+$/m,
		/^a server that does nothing: p99, ms +[\d.,–]+ +[\d.,–]+$/m,
		/^login by CSRF token: done +[\d.]+ % of \d+ +[\d.]+ % of \d+$/m,
		/^of the raw hash loop .*\d %$/m,
		/^resident memory: peak, MB +[\d.,–]+ +[\d.,–]+$/m,
		/^answered wrongly +0$/m,
		/^main thread: ran, waited +[\d.]+ %, [\d.]+ %$/m,
		/^hashing threads: ran, waited +[\d.]+ %, [\d.]+ %$/m,
	])
		assert.match(table, row);
});

test("a check counts unless it was due in a second in which the machine halted", () => {
	const halts = [{ at: 10_000, took: 30 }];
	const counts = [9_800, 9_900, 10_000, 10_800, 10_900].map((due) => !isInHalt(due, halts));
	assert.deepEqual(counts, [true, false, false, false, true]);
});
