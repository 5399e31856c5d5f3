import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { type Kysely, sql } from "kysely";
import { createTestDatabase, onOneConnection } from "../../../test/support/databases.ts";
import { createPreparedStatementNames } from "./prepared-statement-names.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";
import type { Tables } from "./tables.ts";

const hot = "select a from b where c = $1";
const often = (ask: () => unknown) => Array.from({ length: 5 }, ask).at(-1);

describe("a statement", () => {
	it("gets a name of its own when it is asked for the fifth time, and keeps it", () => {
		const names = createPreparedStatementNames();
		const [first, second] = [often(() => names.nameFor(hot)), often(() => names.nameFor(`${hot} or d`))];
		assert.equal(typeof first, "string");
		assert.notEqual(first, second);
		assert.equal(names.nameFor(hot), first);
	});

	it("has the same name wherever it is asked, and another text never has it", () => {
		const [here, elsewhere] = [createPreparedStatementNames(), createPreparedStatementNames()];
		const other = `${hot} or d`;
		const [first, second] = [hot, other].map((text) => often(() => here.nameFor(text)));
		const [secondElsewhere, firstElsewhere] = [other, hot].map((text) =>
			often(() => elsewhere.nameFor(text)),
		);
		assert.deepEqual([firstElsewhere, secondElsewhere], [first, second]);
	});

	it("gets none while it is rare, when its columns are open, and when it is no query", () => {
		const names = createPreparedStatementNames();
		for (let time = 0; time < 4; time += 1) assert.equal(names.nameFor(hot), undefined);
		for (const text of ["select * from b", "insert into b values (1) returning *", "commit", "lock table b"])
			assert.equal(
				often(() => names.nameFor(text)),
				undefined,
				text,
			);
	});

	it("gets none beyond the hundredth", () => {
		const names = createPreparedStatementNames();
		const given = Array.from({ length: 150 }, (_, index) =>
			often(() => names.nameFor(`${hot} limit ${index}`)),
		);
		assert.equal(given.filter((name) => name !== undefined).length, 100);
	});
});

describe("a frequent query on PostgreSQL", () => {
	const database = createTestDatabase("postgres");
	after(() => database.remove());

	const look = (queries: Kysely<Tables>) =>
		queries.selectFrom("deployment").select("value").where("name", "=", "hot").execute();
	const prepared = async (queries: Kysely<Tables>) => {
		const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
			queries,
		);
		return rows.map(({ statement }) => statement).filter((statement) => statement.includes('"deployment"'));
	};

	it("is prepared, and stays usable when a column is added", async () => {
		await onOneConnection(database, async (queries) => {
			for (let time = 0; time < 8; time += 1) {
				await look(queries);
				await queries.selectFrom("deployment").selectAll().where("name", "=", "hot").execute();
			}
			assert.deepEqual(await prepared(queries), ['select "value" from "deployment" where "name" = $1']);
			await sql`alter table deployment add column later text`.execute(queries);
			assert.deepEqual(await look(queries), []);
			assert.deepEqual(
				await queries.selectFrom("deployment").selectAll().where("name", "=", "hot").execute(),
				[],
			);
		});
	});

	it("is asked without a name once a column has another type", async () => {
		await onOneConnection(database, async (queries) => {
			for (let time = 0; time < 8; time += 1) await look(queries);
			await sql`alter table deployment alter column value type varchar(1000)`.execute(queries);
			await assert.rejects(look(queries), isStoreUnavailable);
			assert.deepEqual(await look(queries), []);
		});
	});

	it("is asked without a name once the server did not know it: there is a pooler in between", async () => {
		await onOneConnection(database, async (queries) => {
			for (let time = 0; time < 8; time += 1) await look(queries);
			await sql`deallocate all`.execute(queries);
			for (let time = 0; time < 8; time += 1) assert.deepEqual(await look(queries), []);
			assert.deepEqual(await prepared(queries), []);
		});
	});
});
