import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { type Kysely, sql } from "kysely";
import { createTestDatabase, onOneConnection } from "../../../test/support/databases.ts";
import { startCable } from "../../../test/support/postgres-cable.ts";
import { isUniqueViolation } from "./error-codes.ts";
import { openDatabase } from "./open.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";
import type { Tables } from "./tables.ts";

/** Asks until it is prepared, and then once more. */
async function often<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
	for (let time = 0; time < 6; time += 1) await ask();
	return ask();
}

describe("a statement that PostgreSQL has prepared", () => {
	const database = createTestDatabase("postgres");
	after(() => database.remove());

	const user = (name: string) => ({
		id: name,
		username: name,
		display_name: `${name} "é" \\ 🛡`,
		role: "user" as const,
		password_hash: null,
		password_changed_at: null,
		created_at: 1_700_000_000_000,
		last_login_at: null,
		last_login_address: null,
		disabled_at: null,
	});
	const columns = Object.keys(user("")) as Array<keyof ReturnType<typeof user>>;

	it("answers as it did before: numbers, text, null, and nothing", async () => {
		await onOneConnection(database, async (queries) => {
			const look = () =>
				queries.selectFrom("users").select(columns).where("id", "in", ["ada", "none"]).execute();
			assert.deepEqual(await often(look), []);
			await queries.insertInto("users").values(user("ada")).execute();
			assert.deepEqual(await look(), [user("ada")]);
		});
	});

	it("says how many rows it changed", async () => {
		await onOneConnection(database, async (queries) => {
			await queries
				.insertInto("users")
				.values([user("eve"), user("bob")])
				.execute();
			const disable = (id: string, at: number | null) =>
				queries.updateTable("users").set({ disabled_at: at }).where("id", "=", id).executeTakeFirst();
			await often(() => disable("eve", 5));
			assert.equal((await disable("bob", 7)).numUpdatedRows, 1n);
			assert.equal((await disable("nobody", 7)).numUpdatedRows, 0n);
			assert.equal((await disable("bob", null)).numUpdatedRows, 1n);
			const rows = await queries.selectFrom("users").select(["id", "disabled_at"]).orderBy("id").execute();
			assert.deepEqual(
				rows.filter(({ id }) => id !== "ada"),
				[
					{ id: "bob", disabled_at: null },
					{ id: "eve", disabled_at: 5 },
				],
			);
		});
	});

	it("is refused as it was before, and the connection stays usable", async () => {
		await onOneConnection(database, async (queries) => {
			let number = 0;
			const insert = (id: string) => queries.insertInto("users").values(user(id)).execute();
			await often(() => insert(`user ${number++}`));
			await assert.rejects(insert("user 0"), isUniqueViolation);
			await insert("user last");
		});
	});

	it("is an error when it holds a number that would lose digits, and the connection stays usable", async () => {
		await onOneConnection(database, async (queries) => {
			const created = () =>
				queries.selectFrom("users").select("created_at").where("id", "=", "far").executeTakeFirst();
			await queries.insertInto("users").values(user("far")).execute();
			await often(created);
			await sql`update users set created_at = 9007199254740993 where id = 'far'`.execute(queries);
			await assert.rejects(created(), /9007199254740993, too large for a number/);
			await queries.updateTable("users").set({ created_at: 8 }).where("id", "=", "far").execute();
			assert.deepEqual(await created(), { created_at: 8 });
		});
	});

	it("is given up in a transaction that fails, and the next transaction works", async () => {
		const { database: queries } = await database.open();
		const find = (on: Kysely<Tables>) =>
			on.selectFrom("users").select("id").where("id", "=", "kept").execute();
		for (let round = 0; round < 8; round += 1) {
			await assert.rejects(
				queries.transaction().execute(async (transaction) => {
					await find(transaction);
					await transaction.insertInto("users").values(user("kept")).execute();
					await sql`select 1 / 0`.execute(transaction);
				}),
				/division by zero/,
			);
		}
		assert.deepEqual(await find(queries), []);
	});

	it("is not waited for forever: a server that went silent is unavailable, and another connection serves", async () => {
		const cable = await startCable();
		const opened = await openDatabase(cable.through(await database.url()));
		try {
			const look = () => opened.database.selectFrom("users").select("id").where("id", "=", "none").execute();
			assert.deepEqual(await often(look), []);
			cable.silence();
			const silenced = look();
			await assert.rejects(silenced, isStoreUnavailable);
			cable.mend();
			assert.deepEqual(await look(), []);
		} finally {
			await opened.close();
			cable.close();
		}
	});
});
