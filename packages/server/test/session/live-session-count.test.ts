import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { Insertable } from "kysely";
import { countLiveSessions } from "../../src/credentials/session/live-session-count-store.ts";
import type { Database, SessionTable } from "../../src/platform/database/tables.ts";
import { forEachDatabase } from "../support/databases.ts";

const now = 1_000_000;

forEachDatabase("the count of live sessions", (testDatabase) => {
	let database: Database;
	let made = 0;
	before(async () => {
		({ database } = await testDatabase.open());
		const user = { id: "ada", username: "ada", display_name: "ada", role: "user", created_at: 0 } as const;
		await database.insertInto("users").values(user).execute();
		// Many at the same moment, so that pages end among them.
		for (let session = 0; session < 12; session++) await insert({ kind: "cookie", expires_at: now + 500 });
		for (let session = 0; session < 7; session++) await insert({ kind: "token", expires_at: now + session });
		await insert({ kind: "cookie", idle_expires_at: now });
		await insert({ kind: "token", ended_at: now - 1, end_reason: "logout" });
	});

	/** Live unless told otherwise. */
	async function insert(row: Partial<Insertable<SessionTable>> & Pick<SessionTable, "kind">): Promise<void> {
		const id = `s${made++}`;
		await database
			.insertInto("sessions")
			.values({
				id,
				user_id: "ada",
				csrf_reference: id,
				created_at: 0,
				authenticated_at: 0,
				last_seen_at: 0,
				failed_logins: 0,
				expires_at: now + 1000,
				idle_expires_at: now + 10,
				...row,
			})
			.execute();
	}

	it("is the same whatever the size of a page, without those that ended or ran out", async () => {
		// The token that expires at this very moment is too late already.
		const live = { cookie: 12, token: 6, complete: true };
		assert.deepEqual(await countLiveSessions(database, now), live);
		for (const pageRows of [1, 2, 3, 5, 7, 20]) {
			assert.deepEqual(
				await countLiveSessions(database, now, { pageRows, mostRows: 1000 }),
				live,
				`${pageRows}`,
			);
		}
	});

	it("says so when it gave up before the last", async () => {
		const { cookie, token, complete } = await countLiveSessions(database, now, { pageRows: 4, mostRows: 8 });
		assert.deepEqual({ cookie, token, complete }, { cookie: 2, token: 6, complete: false });
	});
});
