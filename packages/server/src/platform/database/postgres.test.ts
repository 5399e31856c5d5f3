// With no other service in its process: it takes the statements given there for its own.
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { sql } from "kysely";
import { createTestDatabase } from "../../../test/support/databases.ts";
import { watchStatements } from "../../../test/support/watch-statements.ts";
import { openDatabase } from "./open.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";
import type { Database } from "./tables.ts";

describe("a statement on PostgreSQL", () => {
	const database = createTestDatabase("postgres");
	after(() => database.remove());

	async function longest(options: { statementTimeout?: boolean }): Promise<string[]> {
		const opened = await openDatabase(await database.url(), options);
		try {
			const found = [opened.database, opened.maintenance].map(async (queries) => {
				const shown = sql<{ statement_timeout: string }>`show statement_timeout`.execute(queries);
				return (await shown).rows[0]?.statement_timeout ?? "";
			});
			return await Promise.all(found);
		} finally {
			await opened.close();
		}
	}

	it("has two seconds in a request, and as long as it takes in a command, a migration, a copy", async () => {
		assert.deepEqual(await longest({}), ["2s", "0"]);
		assert.deepEqual(await longest({ statementTimeout: false }), ["0", "0"]);
	});
});

describe("a connection to PostgreSQL", () => {
	const database = createTestDatabase("postgres", "migrated");
	after(() => database.remove());

	const write = (queries: Database) =>
		queries.updateTable("deployment").set({ value: "x" }).where("name", "=", "none").execute();

	it("costs no round trip more for the proof that it leads to a primary", async () => {
		const opened = await openDatabase(await database.url());
		try {
			const said = await watchStatements(() => sql`select 1`.execute(opened.database));
			assert.deepEqual(said, ["select 1"]);
		} finally {
			await opened.close();
		}
	});

	it("is given up when it takes no writes any more, as after a demotion, and the next one serves", async () => {
		const opened = await openDatabase(await database.url());
		try {
			await sql`set session characteristics as transaction read only`.execute(opened.database);
			await assert.rejects(write(opened.database), isStoreUnavailable);
			await write(opened.database);
		} finally {
			await opened.close();
		}
	});
});
