import assert from "node:assert/strict";
import { test } from "node:test";
import { measureGrowth } from "../scenarios/growth.ts";
import { measureImport } from "../scenarios/import.ts";
import { measureStarts } from "../scenarios/start.ts";

const onLinux = { skip: process.platform !== "linux" };

const rowsOf = (table: string) => table.split("\n").slice(1);

test("start: one run makes a table of numbers, and its logins succeed", onLinux, async () => {
	const table = await measureStarts(1, 0);
	assert.match(table, /cold +warm/);
	assert.equal(rowsOf(table).length, 4);
	for (const row of rowsOf(table)) assert.match(row, /^[a-z].*?(?: +[1-9][\d,.]*){2}$/);
});

test("import: users are imported, and skipped the second time, on both databases", onLinux, async () => {
	const table = await measureImport(600);
	assert.equal(rowsOf(table).length, 4);
	for (const row of rowsOf(table)) assert.match(row, /^(SQLite|PostgreSQL) .*[\d.]+ +\d+ +[1-9]\d*$/);
});

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
