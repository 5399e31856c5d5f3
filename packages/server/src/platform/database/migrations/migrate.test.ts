import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "kysely";
import {
	createTestDatabase,
	forEachDatabase,
	forEachEmptyDatabase,
} from "../../../../test/support/databases.ts";
import { inProcesses } from "../../../../test/support/processes.ts";
import { type OpenedDatabase, openDatabase } from "../open.ts";
import { type Migration, migrations } from "./list.ts";
import { migrate, pendingMigrations } from "./migrate.ts";

const names = migrations.map(({ name }) => name);
const clock = () => 1_700_000_000_000;

/** A fresh, empty database for one test. */
async function withEmpty(
	dialect: OpenedDatabase["dialect"],
	work: (opened: OpenedDatabase) => Promise<void>,
): Promise<void> {
	const database = createTestDatabase(dialect);
	try {
		const opened = await openDatabase(await database.url());
		await work(opened).finally(() => opened.close());
	} finally {
		await database.remove();
	}
}

const note = (name: string): Migration => ({
	name,
	up: (queries) => queries.schema.createTable(name.replaceAll("-", "_")).addColumn("n", "integer").execute(),
});

forEachEmptyDatabase("migrate", ({ dialect, url }) => {
	it("runs each migration once when three processes start at once on an empty database", async () => {
		const ran = await inProcesses<string[]>(
			3,
			await url(),
			`
			const ran = await migrate(opened, { clock: Date.now });
			await opened.database.insertInto("deployment").values({ name: String(number), value: "" }).execute();
			return ran;
			`,
		);
		assert.deepEqual(ran.flat(), names);
		const opened = await openDatabase(await url());
		const { rows } = await sql<{ name: string }>`select name from deployment order by name`.execute(
			opened.database,
		);
		assert.deepEqual(rows, [{ name: "0" }, { name: "1" }, { name: "2" }]);
		await opened.close();
	});

	it("tells what is pending, and does nothing the second time", () =>
		withEmpty(dialect, async (opened) => {
			assert.deepEqual(await pendingMigrations(opened), names);
			const progress: string[] = [];
			assert.deepEqual(await migrate(opened, { clock, onProgress: (line) => progress.push(line) }), names);
			assert.equal(progress.length, names.length);
			assert.deepEqual(await pendingMigrations(opened), []);
			assert.deepEqual(await migrate(opened, { clock }), []);
		}));

	it("undoes a migration that fails, keeps those before it, and can be repeated", () =>
		withEmpty(dialect, async (opened) => {
			const broken: Migration = {
				name: "0002-broken",
				up: async (queries, kind) => {
					await note("half").up(queries, kind);
					await sql`insert into nowhere values (1)`.execute(queries);
				},
			};
			await assert.rejects(migrate(opened, { clock, migrations: [note("0001-first"), broken] }), /nowhere/);
			await assert.rejects(sql`select * from half`.execute(opened.database));
			const mended = [note("0001-first"), note("0002-broken"), note("0003-third")];
			assert.deepEqual(await pendingMigrations(opened, mended), ["0002-broken", "0003-third"]);
			assert.deepEqual(await migrate(opened, { clock, migrations: mended }), ["0002-broken", "0003-third"]);
		}));

	it("refuses a database that a newer release has migrated", () =>
		withEmpty(dialect, async (opened) => {
			await migrate(opened, { clock, migrations: [...migrations, note("9999-newer")] });
			await assert.rejects(migrate(opened, { clock }), /newer release \(9999-newer\)/);
			await assert.rejects(pendingMigrations(opened), /newer release/);
		}));

	it("waits for the holder of the lock, and takes over when it has crashed", () =>
		withEmpty(dialect, async (opened) => {
			await migrate(opened, { clock, migrations: [note("0001-first")] });
			const crashed = { name: "migrations", holder: "crashed", expires_at: clock() + 30_000 };
			await sql`insert into schema_lock values (${crashed.name}, ${crashed.holder}, ${crashed.expires_at})`.execute(
				opened.database,
			);
			let now = clock();
			const progress: string[] = [];
			const onProgress = (line: string) => {
				progress.push(line);
				now = crashed.expires_at;
			};
			const ran = await migrate(opened, {
				clock: () => now,
				onProgress,
				migrations: [note("0001-first"), note("0002-second")],
			});
			assert.deepEqual(ran, ["0002-second"]);
			assert.match(progress[0] ?? "", /Another instance/);
		}));
});

forEachDatabase("tables", ({ open }) => {
	it("refuse roles, kinds and ends that the state machines do not know", async () => {
		const { database } = await open();
		await assert.rejects(
			database
				.insertInto("users")
				.values({ ...user, role: "root" as "admin" })
				.execute(),
		);
		await database.insertInto("users").values(user).execute();
		for (const wrong of [
			{ kind: "other" as "token" },
			{ ended_at: 5 },
			{ end_reason: "logout" },
			{ user_id: "nobody" },
		]) {
			await assert.rejects(
				database
					.insertInto("sessions")
					.values({ ...session, ...wrong })
					.execute(),
			);
		}
		assert.deepEqual(await database.selectFrom("sessions").selectAll().execute(), []);
	});

	it("give back the same plain rows, times as numbers, on both databases", async () => {
		const { database } = await open();
		const row = { ...event, id: "plain", time: Number.MAX_SAFE_INTEGER, detail: '{"ä":"🔑"}' };
		await database.insertInto("audit_events").values(row).execute();
		assert.deepEqual(
			await database.selectFrom("audit_events").selectAll().where("id", "=", "plain").execute(),
			[row],
		);
		const { total } = await database
			.selectFrom("audit_events")
			.select((column) => column.fn.countAll<number>().as("total"))
			.executeTakeFirstOrThrow();
		assert.equal(typeof total, "number");
	});

	it("refuse to hand out a number that would lose digits", async () => {
		const { database } = await open();
		await sql`insert into audit_events (id, time, event, level, detail) values ('far', 9007199254740993, 'e', 'info', '{}')`.execute(
			database,
		);
		await assert.rejects(
			database.selectFrom("audit_events").select("time").where("id", "=", "far").execute(),
			/too large/,
		);
	});
});

const user = {
	id: "u",
	username: "ada",
	display_name: "Ada",
	role: "user" as const,
	password_hash: null,
	password_changed_at: null,
	created_at: 1,
	last_login_at: null,
	disabled_at: null,
};

const session = {
	id: "s",
	user_id: "u",
	kind: "cookie" as const,
	csrf_reference: "c",
	secret_hash: "h",
	previous_secret_hash: null,
	previous_secret_until: null,
	created_at: 1,
	authenticated_at: 1,
	last_seen_at: 1,
	expires_at: 2,
	idle_expires_at: 2,
	ended_at: null,
	end_reason: null,
	client_address: null,
	user_agent: null,
	failed_logins: 0,
};

const event = {
	id: "e",
	time: 1,
	event: "authn_login_success",
	level: "info",
	actor_kind: null,
	actor_id: null,
	user_id: null,
	session_id: null,
	request_id: null,
	client_address: null,
	user_agent: null,
	detail: "{}",
};
