import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { after, describe, it } from "node:test";
import { type Kysely, sql } from "kysely";
import { createTestDatabase, onOneConnection } from "../../../test/support/databases.ts";
import { startCable } from "../../../test/support/postgres-cable.ts";
import { isUniqueViolation } from "./error-codes.ts";
import { openDatabase } from "./open.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";
import type { Tables } from "./tables.ts";

/** Asks until it is prepared and described, and then once more: only then is it asked as this file is about. */
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

	it("is refused as it was before, and the connection goes on", async () => {
		await onOneConnection(database, async (queries) => {
			let number = 0;
			const insert = (id: string) => queries.insertInto("users").values(user(id)).execute();
			await often(() => insert(`user ${number++}`));
			await assert.rejects(insert("user 0"), isUniqueViolation);
			await insert("user last");
		});
	});

	it("is an error when it holds a number that would lose digits, and the connection goes on", async () => {
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

	it("is refused when it answers in other columns than it was described with", async () => {
		await onOneConnection(database, async (queries) => {
			const look = () =>
				queries.selectFrom("deployment").select("value").where("name", "=", "none").execute();
			await often(look);
			const prepared = sql<{
				name: string;
			}>`select name from pg_prepared_statements where statement like '%"deployment"%'`;
			const [{ name } = { name: "" }] = (await prepared.execute(queries)).rows;
			// As another client on this connection might have: a pooler lends it to many.
			await sql`deallocate ${sql.ref(name)}`.execute(queries);
			await sql`prepare ${sql.ref(name)} (text) as select 'a' as value, 'b' as more where $1 <> ''`.execute(
				queries,
			);
			await assert.rejects(look(), isStoreUnavailable);
			assert.deepEqual(await look(), []);
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

	const stray = {
		RowDescription: "54 00000006 0000",
		EmptyQueryResponse: "49 00000004",
		PortalSuspended: "73 00000004",
		CopyData: "64 00000004",
		CopyInResponse: "47 00000007 00 0000",
	};
	for (const [name, hex] of Object.entries(stray)) {
		it(`is refused when something between us and the server adds ${name}, and the next one is answered`, async () => {
			const url = new URL(await database.url());
			const liar = await startLiar(Number(url.port));
			url.port = String(liar.port);
			const opened = await openDatabase(url.href);
			try {
				const look = () =>
					opened.database.selectFrom("users").select("id").where("id", "=", "none").execute();
				assert.deepEqual(await often(look), []);
				liar.sayFirst(Buffer.from(hex.replaceAll(" ", ""), "hex"));
				await assert.rejects(look(), isStoreUnavailable);
				assert.deepEqual(await look(), []);
			} finally {
				await opened.close();
				liar.close();
			}
		});
	}

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

interface Liar {
	port: number;
	/** Before the next words of the server. */
	sayFirst(words: Buffer): void;
	close(): void;
}

/** Passes on what both sides say, and adds what it is told to. */
async function startLiar(to: number): Promise<Liar> {
	const lies: Buffer[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((near) => {
		const far = connect(to, "127.0.0.1");
		for (const [one, other] of [
			[near, far],
			[far, near],
		] as const) {
			sockets.add(one);
			one.on("error", () => {}).on("close", () => other.destroy());
		}
		near.on("data", (said) => far.write(said));
		far.on("data", (said) => near.write(Buffer.concat([...lies.splice(0), said])));
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		port: (server.address() as AddressInfo).port,
		sayFirst: (words) => lies.push(words),
		close: () => {
			for (const socket of sockets) socket.destroy();
			server.close();
		},
	};
}
