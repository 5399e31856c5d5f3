import assert from "node:assert/strict";
import { test } from "node:test";
import { isInHalt } from "../load/halts.ts";
import { measureAttack, reportAttacks } from "../scenarios/attacks.ts";
import { measureFlood, reportFlood } from "../scenarios/flood.ts";
import { measureLanes, reportLanes } from "../scenarios/lanes.ts";

const onLinux = { skip: process.platform !== "linux" };

test("attacks: a row of figures for before, during and after", onLinux, async () => {
	const attack = { name: "few", connections: 2, times: 20, sends: "login", reads: true } as const;
	const table = reportAttacks([await measureAttack(attack, { quiet: 100, attack: 100, recovery: 0 })]);
	for (const moment of ["before", "during", "after"])
		assert.match(table, new RegExp(`^ +${moment}( +\\d+){5}$`, "m"));
});

test("flood: a whole table, and no answer is wrong", onLinux, async () => {
	const times = { quiet: 600, flood: 600, alone: 500, raw: 100 };
	const figures = await measureFlood({ connections: 8, from: "many", ...times });
	assert.deepEqual(figures.wrong, []);
	const { alone, flood } = figures;
	const answered = [alone, flood.window, flood.hurried].some(({ answers }) => (answers[401] ?? 0) > 0);
	assert.ok(answered, "the flood was answered");
	const table = reportFlood(figures);
	for (const row of [
		/^check: p99, ms +[\d.]+ +[\d.]+$/m,
		/^… with the halts of the machine +[\d.]+ +[\d.]+$/m,
		/^a server that does nothing: p99, ms +[\d.]+ +[\d.]+$/m,
		/^login by csrf token: done +100\.0 % of \d+ +[\d.]+ % of \d+$/m,
		/^of the raw hash loop .*\d %$/m,
		/^resident memory: peak, MB +\d+ +\d+$/m,
		/^answered wrongly +– +0$/m,
		/^main thread: ran, waited +[\d.]+ %, [\d.]+ %$/m,
		/^hashing threads: ran, waited +[\d.]+ %, [\d.]+ %$/m,
	])
		assert.match(table, row);
});

test("flood: a check counts unless it was due in a second in which the machine halted", () => {
	const halts = [{ at: 10_000, took: 30 }];
	const counts = [9_800, 9_900, 10_000, 10_800, 10_900].map((due) => !isInHalt(due, halts));
	assert.deepEqual(counts, [true, false, false, false, true]);
});

test("lanes: owners and known devices get in while each kind of flood goes on", onLinux, async () => {
	const figures = await measureLanes({ floods: [2], owners: 1, arrival: 0, watched: 1000, pause: 0 });
	assert.deepEqual(
		figures.flatMap(({ wrong }) => wrong),
		[],
	);
	assert.equal(reportLanes(figures).split("\n").length, 4);
	for (const { known, tries } of figures) {
		assert.ok(known.done.length > 0);
		assert.ok((tries[0] ?? 5) <= 4);
	}
});
