import assert from "node:assert/strict";
import { after, it } from "node:test";
import { sql } from "kysely";
import { createTestDatabase, onOneConnection } from "../../../test/support/databases.ts";
import { confirmLogin, countConfirmation } from "./user-login-store.ts";

const postgres = createTestDatabase("postgres");
after(() => postgres.remove());

it("logins are confirmed by one statement, which PostgreSQL keeps prepared, whatever their time", () =>
	onOneConnection(postgres, async (queries) => {
		const user = {
			id: "ada",
			passwordHash: "h",
			passwordChangedAt: null,
			factorsChangedAt: 0,
			upgradedHash: null,
			address: "::1",
		};
		for (let now = 100_001; now <= 100_006; now += 1) {
			await confirmLogin(queries, { ...user, now, window: now - 100_000 });
			await countConfirmation(queries, { id: "ada", now, window: now - 100_000 });
		}
		const prepared = sql<{ statement: string }>`select statement from pg_prepared_statements`;
		const { rows } = await prepared.execute(queries);
		const texts = rows.map(({ statement }) => statement).filter((text) => text.startsWith('update "users"'));
		assert.equal(texts.length, 2, texts.join("\n"));
	}));
