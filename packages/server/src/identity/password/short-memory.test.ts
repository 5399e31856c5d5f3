import assert from "node:assert/strict";
import { test } from "node:test";
import { createShortMemory } from "./short-memory.ts";

test("a short memory keeps values of the current period, and none of the one before", () => {
	let now = 0;
	const memory = createShortMemory<number>(() => now, 2000);
	memory().set("a", 1);
	now = 1999;
	memory().set("b", 2);
	assert.deepEqual([memory().get("a"), memory().get("b"), memory().get("c")], [1, 2, undefined]);
	now = 2000;
	assert.deepEqual([memory().get("a"), memory().get("b")], [undefined, undefined]);
	memory().set("a", 3);
	now = 3999;
	assert.equal(memory().get("a"), 3);
});
