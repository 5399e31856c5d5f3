import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { sql } from "kysely";
import { createTestDatabase } from "../../../test/support/databases.ts";
import { openDatabase } from "./open.ts";

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
