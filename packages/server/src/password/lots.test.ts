import assert from "node:assert/strict";
import { test } from "node:test";
import { systemRandom } from "../lib/random.ts";
import { createLots } from "./lots.ts";

test("a client keeps its lot for a period, however often it asks, and has another one in the next", () => {
	let now = 0;
	const lotOf = createLots({ random: systemRandom, clock: () => now, period: 2000 });
	const [first, other] = [lotOf("a"), lotOf("b")];
	assert.notEqual(first, other);
	now = 1999;
	assert.deepEqual([lotOf("b"), lotOf("a")], [other, first]);
	now = 2000;
	assert.notEqual(lotOf("a"), first);
	assert.notEqual(lotOf("b"), other);
});
