import assert from "node:assert/strict";
import { test } from "node:test";
import { measureGrowth } from "../scenarios/growth.ts";

const onLinux = { skip: process.platform !== "linux" };

const rowsOf = (table: string) => table.split("\n").slice(1);

test("growth: a figure for each size, kind and number at once, on both databases", onLinux, async () => {
	const tiny = { concurrent: [2], seconds: 0.1, careful: false, say: () => {} };
	const row =
		/^(sqlite +7|postgres +23) +2 +(cookie|bearer) +[\d.]+ +[\d.]+ +\d+ % +[1-9]\d* +(-|[\d.]+|Infinity)$/;
	for (const [database, sessions] of [
		["sqlite", 7],
		["postgres", 23],
	] as const) {
		const rows = rowsOf(await measureGrowth({ ...tiny, databases: [database], sessions: [sessions] }));
		assert.equal(rows.length, 2);
		for (const each of rows) assert.match(each, row);
	}
});
