import assert from "node:assert/strict";
import { test } from "node:test";
import { measureFlood } from "./flood/measure-flood.ts";
import { reportFlood } from "./flood/report.ts";

test("a tiny flood makes a whole table, and nothing is answered wrongly", {
	skip: process.platform !== "linux",
}, async () => {
	const figures = await measureFlood({
		connections: 8,
		from: "many",
		quiet: 600,
		flood: 600,
		alone: 500,
		closedLoop: 100,
		recovery: 500,
		raw: 100,
		profile: true,
	});
	assert.deepEqual(figures.wrong, []);
	assert.ok(figures.flood.visit.answers[401], "the flood was answered");
	assert.ok(figures.flood.visit.result.checks.latencies.length > 0);
	const table = reportFlood(figures);
	for (const row of [
		/^check: p99, ms +[\d.]+ +[\d.]+ +≤ [\d.]+ +(yes|no)$/m,
		/^login by csrf value: done +100\.0 % of \d+ +[\d.]+ % of \d+ +≥ 99\.0 % +(yes|no)$/m,
		/^flood alone: .*\n {2}of the raw hash loop .*\d % +≥ 95\.0 % +(yes|no)$/m,
		/^resident memory: peak, MB +\d+ +\d+$/m,
		/^back to usual after, ms +– +(> )?\d+$/m,
		/^answered wrongly +– +0 +0 +yes$/m,
		/^main thread( +[\d.]+ %){6}$/m,
		/^hashing threads( +[\d.]+ %){6}$/m,
		/^flood alone: main thread, self time .*µs/m,
	])
		assert.match(table, row);
});
