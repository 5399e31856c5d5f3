import assert from "node:assert/strict";
import { test } from "node:test";
import { measureImport } from "./import/measure-import.ts";
import { reportImport } from "./import.ts";

test("some users are imported, and skipped the second time, on both databases", {
	skip: process.platform !== "linux",
}, async () => {
	const table = reportImport(600, await measureImport(600));
	assert.equal(table.split("\n").length, 5);
	for (const row of table.split("\n").slice(1))
		assert.match(row, /^(SQLite|PostgreSQL) .*[\d.]+ +\d+ +[1-9]\d*$/);
});
