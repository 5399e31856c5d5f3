import assert from "node:assert/strict";
import { test } from "node:test";
import { cheapHashing } from "../lib/sallyport.ts";
import { differenceOfMedians, rightAbout } from "../lib/statistics.ts";
import { reportTiming, timeRecoveries, timeRefusals } from "../scenarios/timing.ts";

test("one round refuses every login in the same way, and makes a row of each reason", async () => {
	const table = reportTiming(
		"",
		await timeRefusals(1, 0, { ...cheapHashing, SALLYPORT_REFUSAL_FLOOR: "0s" }),
	);
	for (const reason of [
		"unknown user",
		"wrong password",
		"disabled, right password",
		"two steps, wrong code",
	])
		assert.match(table, new RegExp(`^${reason} +[\\d.]+`, "m"));
});

test("one round asks for recoveries of known and unknown users, and watches the answers that follow", async () => {
	const recovered = await timeRecoveries(1, 0);
	for (const place of [0, 1])
		assert.match(reportTiming("", recovered, place), /^known user +[\d.]+ .* (yes|no|cannot tell) +[\d.]+$/m);
});

test("the range of a difference holds it, and is narrow when all rounds agree", () => {
	const base = Array.from({ length: 50 }, (_, round) => 100 + (round % 5));
	const later = base.map((time) => time + 7);
	assert.deepEqual(differenceOfMedians(base, base), { estimate: 0, least: 0, most: 0 });
	assert.deepEqual(differenceOfMedians(later, base), { estimate: 7, least: 7, most: 7 });
	assert.equal(rightAbout(base, base), 0.5);
	assert.equal(rightAbout(base, later), 1);
});
