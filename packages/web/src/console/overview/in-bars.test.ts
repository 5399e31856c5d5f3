/** What the charts of logins draw. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { countsOf, inBars, timesOf } from "./in-bars.ts";

const hour = (at: number, p50: number | null, p99: number | null) => ({
	hour: new Date(Date.UTC(2026, 0, 1, at)).toISOString(),
	...{ logins: 2, failed: 1, refused: 0 },
	p50,
	p99,
});

test("A bar of several hours has the sum of their logins, and the times of the slowest", () => {
	const hours = Array.from({ length: 60 }, (_, at) => hour(at, at, at === 7 ? null : 10 * at));
	const [first, second] = inBars(hours, countsOf).map(({ values }) => values);
	assert.deepEqual([first, second], Array(2).fill({ logins: 12, failed: 6, refused: 0 }));
	const [early, late] = inBars(hours, timesOf).map(({ values }) => values);
	assert.deepEqual(early, { logins: 5, failed: 50 });
	// Slower than the service counts.
	assert.deepEqual(late, { logins: 11, failed: 12_800 });
	assert.deepEqual(timesOf([hour(0, null, null)]), { logins: 0, failed: 0 });
});
