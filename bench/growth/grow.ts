/** Fills the table of sessions by SQL alone: a login for each would take hours. */
import { DatabaseSync } from "node:sqlite";
import pg from "pg";

/** Sessions of one user. */
const EACH = 5;
const HOUR = 3_600_000;

/** What is made up for each database: a number series, a random text of 43 characters, text of a number. */
interface Dialect {
	series(from: number, to: number): string;
	random: string;
	tie: string;
}

/** Live cookie sessions, and the users that they belong to, numbered from `from` to `to`. */
function filling({ series, random, tie }: Dialect, from: number, to: number, now: number): string[] {
	const user = (number: string) => `'grown-user-' || (${number})${tie}`;
	const [firstUser, lastUser] = [Math.floor(from / EACH), Math.floor(to / EACH)];
	return [
		`insert into users (id, username, display_name, role, created_at)
			select ${user("n")}, ${user("n")}, 'Grown', 'user', ${now} ${series(firstUser, lastUser)}
			where n > ${from === 1 ? -1 : firstUser}`,
		`insert into sessions (id, user_id, kind, csrf_reference, secret_hash, created_at, authenticated_at, last_seen_at,
				expires_at, idle_expires_at)
			select ${random}, ${user(`n / ${EACH}`)}, 'cookie', ${random}, ${random}, ${now}, ${now}, ${now},
				${now + 12 * HOUR}, ${now + HOUR} ${series(from, to)}`,
	];
}

const onSqlite: Dialect = {
	series: (from, to) =>
		`from (with recursive counted(n) as (select ${from} union all select n + 1 from counted where n < ${to}) select n from counted)`,
	random: "hex(randomblob(21)) || 'x'",
	tie: "",
};

const onPostgres: Dialect = {
	series: (from, to) => `from generate_series(${from}, ${to}) as n`,
	random: "md5(random()::text) || substr(md5(random()::text), 1, 11)",
	tie: "::text",
};

/** The service must not run meanwhile. `have` sessions were made so before. */
export function growSqlite(file: string, have: number, wanted: number, now: number): void {
	const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
	try {
		database.exec("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -500000");
		// Built from sorted rows afterwards, an index costs a tenth.
		const indexes = database
			.prepare(
				"select name, sql from sqlite_master where type = 'index' and tbl_name = 'sessions' and sql is not null",
			)
			.all() as Array<{ name: string; sql: string }>;
		for (const { name } of indexes) database.exec(`drop index "${name}"`);
		for (const statement of filling(onSqlite, have + 1, wanted, now)) database.exec(statement);
		for (const { sql } of indexes) database.exec(sql);
		database.exec("analyze; pragma journal_mode = wal");
	} finally {
		database.close();
	}
}

export async function growPostgres(url: string, have: number, wanted: number, now: number): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		await client.query("set maintenance_work_mem = '512MB'; set session_replication_role = replica");
		const { rows: indexes } = await client.query<{ name: string; sql: string }>(
			`select indexname as name, indexdef as sql from pg_indexes
				where tablename = 'sessions' and schemaname = 'public' and indexname <> 'sessions_pkey'`,
		);
		for (const { name } of indexes) await client.query(`drop index "${name}"`);
		for (const statement of filling(onPostgres, have + 1, wanted, now)) await client.query(statement);
		for (const { sql } of indexes) await client.query(sql);
		await client.query("vacuum analyze");
		await client.query("checkpoint");
	} finally {
		await client.end();
	}
}

/** Transactions that a database has committed; a query by itself is one. Rejects if PostgreSQL does not answer. */
export async function committed(url: string): Promise<number> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		const { rows } = await client.query<{ count: string }>(
			"select xact_commit as count from pg_stat_database where datname = current_database()",
		);
		return Number(rows[0]?.count);
	} finally {
		await client.end();
	}
}
