import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { after, describe, it } from "node:test";
import { type Kysely, sql } from "kysely";
import { createTestDatabase, onOneConnection } from "../../../test/support/databases.ts";
import { compileNamed } from "./compile-once.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";
import type { Tables } from "./tables.ts";

describe("a query on PostgreSQL that is compiled once", () => {
	const database = createTestDatabase("postgres");
	after(() => database.remove());

	const find = compileNamed<{ value: string }, { name: string }>((queries, { name }) =>
		queries.selectFrom("deployment").select("value").where("name", "=", name),
	);
	const findAll = compileNamed<object, { name: string }>((queries, { name }) =>
		queries.selectFrom("deployment").selectAll().where("name", "=", name),
	);
	const look = (queries: Kysely<Tables>) => find(queries, { name: "hot" });
	const prepared = async (queries: Kysely<Tables>) => {
		const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
			queries,
		);
		return rows.map(({ statement }) => statement).filter((statement) => statement.includes('"deployment"'));
	};

	it("is prepared, unless it asks for all columns, and stays usable when one is added", async () => {
		await onOneConnection(database, async (queries) => {
			await look(queries);
			await findAll(queries, { name: "hot" });
			await queries.selectFrom("deployment").select("name").where("name", "=", "hot").execute();
			assert.deepEqual(await prepared(queries), ['select "value" from "deployment" where "name" = $1']);
			await sql`alter table deployment add column later text`.execute(queries);
			assert.deepEqual(await look(queries), []);
			assert.deepEqual(await findAll(queries, { name: "hot" }), []);
		});
	});

	it("is prepared under a name that its text alone decides: behind a pooler, another text of another instance would run", async () => {
		await onOneConnection(database, async (queries) => {
			await look(queries);
			const all = sql<{
				name: string;
				statement: string;
			}>`select name, statement from pg_prepared_statements`;
			const { rows } = await all.execute(queries);
			const ours = rows.filter(({ name }) => name.startsWith("sallyport_"));
			assert.ok(ours.length > 0);
			for (const { name, statement } of ours)
				assert.equal(name, `sallyport_${hash("sha256", statement).slice(0, 32)}`);
		});
	});

	it("is asked without a name once a column has another type", async () => {
		await onOneConnection(database, async (queries) => {
			await look(queries);
			await sql`alter table deployment alter column value type varchar(1000)`.execute(queries);
			await assert.rejects(look(queries), isStoreUnavailable);
			assert.deepEqual(await look(queries), []);
		});
	});

	it("is asked without a name once the server did not know it: there is a pooler in between", async () => {
		await onOneConnection(database, async (queries) => {
			await look(queries);
			await sql`deallocate all`.execute(queries);
			for (let time = 0; time < 2; time += 1) assert.deepEqual(await look(queries), []);
			assert.deepEqual(await prepared(queries), []);
		});
	});
});
