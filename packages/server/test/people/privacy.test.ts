/** What docs/privacy.md says is stored, held against the database. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, it } from "node:test";
import { privacy } from "../../../../scripts/generate/privacy.ts";
import { givenTables, personalData } from "../../src/operations/export/personal-data.ts";
import { describeTables } from "../../src/platform/database/describe-tables.ts";
import type { OpenedDatabase } from "../../src/platform/database/open.ts";
import { createTestDatabase } from "../support/databases.ts";

const database = createTestDatabase("sqlite", "migrated");
let opened: OpenedDatabase;
before(async () => {
	opened = await database.open();
});
after(() => database.remove());

it("has a word on every table, and on every column that tells of a person", async () => {
	const tables = await describeTables(opened.database);
	assert.deepEqual(Object.keys(personalData).sort(), tables.map(({ name }) => name).sort());
	for (const { table, given, withheld } of givenTables) {
		const columns = tables.find(({ name }) => name === table)?.columns ?? [];
		const said = [...given, ...withheld].map(({ column }) => column);
		assert.deepEqual(said.sort(), columns.sort(), table);
	}
});

it("gives out no column that has the name of a secret", () => {
	const given = givenTables.flatMap(({ table, given: all }) => all.map(({ column }) => `${table}.${column}`));
	assert.deepEqual(
		given.filter((name) => /hash|sealed|key$|csrf|payload|\.secret|token_|\.place$/.test(name)),
		[],
	);
});

it("is what the page prints", () => {
	const page = readFileSync(new URL("../../../../docs/privacy.md", import.meta.url), "utf8");
	assert.ok(page.includes(privacy()), "run: npm run generate");
});
