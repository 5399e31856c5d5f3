import assert from "node:assert/strict";
import { test } from "node:test";
import { measureVerify } from "./verify.ts";

test("one short round makes tables of numbers, and nothing is refused", async () => {
	const [rates = "", lists = ""] = (await measureVerify({ rounds: 1, milliseconds: 200 })).split("\n\n");
	const [, ...rows] = rates.split("\n");
	assert.equal(rows.length, 5);
	for (const row of rows) assert.match(row, /[1-9]\d* \([1-9]\d*–[1-9]\d*\)/);
	assert.equal(rows.filter((row) => / [1-9]\d* %$/.test(row)).length, 2);
	const [, ...listRows] = lists.split("\n");
	assert.equal(listRows.length, 4);
	for (const row of listRows) assert.match(row, /^\d+ of 1000000 revoked(?: +\d+\.\d){4}$/);
});
