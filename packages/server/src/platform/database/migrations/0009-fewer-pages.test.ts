import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "kysely";
import { createTestDatabase } from "../../../../test/support/databases.ts";
import { type OpenedDatabase, openDatabase } from "../open.ts";
import { migrations } from "./list.ts";
import { migrate } from "./migrate.ts";

const clock = () => 1_700_000_000_000;
const position = migrations.findIndex(({ name }) => name === "0009-fewer-pages");

const attempt = (key: string, failures: number) => ({
	key,
	window_started_at: 1,
	failures,
	consecutive: 2,
	blocked_until: 3,
	expires_at: 4,
});

/** How the database would look a session up; without a table so small that it reads all of it. */
async function planOf({ database, dialect }: OpenedDatabase, condition: string, order = ""): Promise<string> {
	const query = `select id from sessions where ${condition} ${order}`;
	return database.connection().execute(async (queries) => {
		if (dialect === "postgres") await sql`set enable_seqscan = off`.execute(queries);
		const explain = dialect === "postgres" ? "explain" : "explain query plan";
		const { rows } = await sql.raw<object>(`${explain} ${query}`).execute(queries);
		return rows.map((row) => Object.values(row).join(" ")).join("\n");
	});
}

for (const dialect of ["sqlite", "postgres"] as const) {
	it(`the migration to fewer pages keeps the attempts, and finds sessions by their indexes (${dialect})`, async () => {
		const made = createTestDatabase(dialect);
		try {
			const opened = await openDatabase(await made.url());
			const { database } = opened;
			try {
				await migrate(opened, { clock, migrations: migrations.slice(0, position) });
				const before = [attempt("account:b", 2), attempt("address:a", 1)];
				await database.insertInto("attempts").values(before).execute();
				await migrate(opened, { clock });
				assert.deepEqual(await database.selectFrom("attempts").selectAll().orderBy("key").execute(), before);
				await assert.rejects(database.insertInto("attempts").values(attempt("account:b", 0)).execute());

				for (const column of ["secret_hash", "previous_secret_hash"])
					assert.match(await planOf(opened, `${column} in ('a', 'b')`), new RegExp(`sessions_${column}`));
				const live = "user_id = 'u' and kind = 'token' and ended_at is null";
				const ends = "idle_expires_at > 1 and expires_at > 1";
				const plan = await planOf(
					opened,
					`${live} and ${ends}`,
					"order by last_seen_at desc limit 1 offset 5",
				);
				assert.match(plan, /sessions_of_user/);
				assert.doesNotMatch(plan, /temp b-tree|Filter/i, "no row is read to learn that it has ended");
			} finally {
				await opened.close();
			}
		} finally {
			await made.remove();
		}
	});
}
