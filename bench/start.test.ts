import assert from "node:assert/strict";
import { test } from "node:test";
import { measureStarts } from "./start.ts";

test("one run makes a table of numbers, and its logins succeed", {
	skip: process.platform !== "linux",
}, async () => {
	const [head, ...rows] = (await measureStarts({ runs: 1, idle: 0 })).split("\n");
	assert.match(head ?? "", /cold +warm/);
	assert.equal(rows.length, 6);
	for (const row of rows) assert.match(row, /^[a-z].*?(?: +[1-9]\d* \([1-9]\d*–[1-9]\d*\)){2} *$/);
});
