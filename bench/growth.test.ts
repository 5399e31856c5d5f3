import assert from "node:assert/strict";
import { test } from "node:test";
import { measureGrowth } from "./growth/measure-growth.ts";
import { reportGrowth } from "./growth.ts";

test("tiny tables make a figure for each size, kind and number at once, on both databases", {
	skip: process.platform !== "linux",
}, async () => {
	const tiny = { concurrent: [2], seconds: 0.1, careful: false, people: 3, progress: () => {} };
	const figures = [
		...(await measureGrowth({ ...tiny, databases: ["sqlite"], sessions: [7] })),
		...(await measureGrowth({ ...tiny, databases: ["postgres"], sessions: [23] })),
	];
	const [, ...rows] = reportGrowth(figures).split("\n");
	assert.equal(rows.length, 4);
	const row =
		/^(sqlite +7|postgres +23) +2 +(cookie|bearer) +[\d.]+ +[\d.]+ +\d+ % +[1-9]\d* +(-|[\d.]+|Infinity)$/;
	for (const each of rows) assert.match(each, row);
});
