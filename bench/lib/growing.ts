/** Fills the table of sessions by SQL alone: a login for each would take hours. The service must not run. */
import { DatabaseSync } from "node:sqlite";
import pg from "pg";

/** Sessions of one user. */
const EACH = 5;
export const HOUR = 3_600_000;

/** By database: a number series, a random text of 43 characters, how a number becomes text and an id, and a random number below another. */
const dialects = {
	sqlite: {
		series: (to: number) =>
			`from (with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${to}) select n from counted)`,
		random: "hex(randomblob(21)) || 'x'",
		toText: "",
		id: "printf('%08x-0000-7000-8000-%012x', n, n)",
		below: (most: number) => `abs(random() % ${most})`,
	},
	postgres: {
		series: (to: number) => `from generate_series(1::bigint, ${to}) as n`,
		random: "md5(random()::text) || substr(md5(random()::text), 1, 11)",
		toText: "::text",
		id: "lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0')",
		below: (most: number) => `floor(random() * ${most})::bigint`,
	},
};

type Index = { name: string; sql: string };

/** Built from sorted rows afterwards, an index costs a tenth. */
const withoutIndexes = (indexes: readonly Index[], statements: readonly string[]) => [
	...indexes.map(({ name }) => `drop index "${name}"`),
	...statements,
	...indexes.map(({ sql }) => sql),
];

/**
 * Live cookie sessions, and the users that they belong to. `during`: milliseconds in the course of which they end, in no order.
 */
function filling(database: keyof typeof dialects, sessions: number, during: number): string[] {
	const { series, random, toText, below } = dialects[database];
	const now = Date.now();
	const user = (number: string) => `'grown-user-' || (${number})${toText}`;
	return [
		`insert into users (id, username, display_name, role, created_at)
			select ${user("n")}, ${user("n")}, 'Grown', 'user', ${now} ${series(Math.ceil(sessions / EACH))}`,
		`insert into sessions (id, user_id, kind, csrf_reference, secret_hash, created_at, authenticated_at, last_seen_at,
				expires_at, idle_expires_at)
			select ${random}, ${user(`(n - 1) / ${EACH} + 1`)}, 'cookie', ${random}, ${random}, ${now}, ${now}, ${now},
				${now + 12 * HOUR} + ${below(during)}, ${now + HOUR} ${series(sessions)}`,
	];
}

function inSqlite(file: string, table: string, statements: readonly string[]): void {
	using database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
	database.exec("pragma journal_mode = delete; pragma synchronous = off; pragma cache_size = -500000");
	const indexes = database
		.prepare("select name, sql from sqlite_master where type = 'index' and tbl_name = ? and sql is not null")
		.all(table) as unknown as Index[];
	for (const statement of withoutIndexes(indexes, statements)) database.exec(statement);
	database.exec("analyze; pragma journal_mode = wal");
}

async function inPostgres(url: string, table: string, statements: readonly string[]): Promise<void> {
	const indexes = await runSql<Index>(url, [
		`select indexname as name, indexdef as sql from pg_indexes
			where tablename = '${table}' and schemaname = 'public' and indexname not in (select conname from pg_constraint)`,
	]);
	await runSql(url, [
		"set maintenance_work_mem = '512MB'",
		"set session_replication_role = replica",
		...withoutIndexes(indexes, statements),
		"vacuum analyze",
		"checkpoint",
	]);
}

export async function growSqlite(file: string, sessions: number, during = 1): Promise<void> {
	inSqlite(file, "sessions", filling("sqlite", sessions, during));
}

export async function growPostgres(url: string, sessions: number, during = 1): Promise<void> {
	await inPostgres(url, "sessions", filling("postgres", sessions, during));
}

/** One after the other, five seconds apart, as many as a busy service sends in a week. */
const MAILS = 100_000;

/**
 * So many events of logins, from the times before now, of the users that were grown, in a file of SQLite or a database of PostgreSQL;
 * and a week of mails. The service must not run.
 */
export async function growEvents(fileOrUrl: string, events: number, users: number): Promise<void> {
	const isPostgres = fileOrUrl.startsWith("postgres");
	const { series, id, toText } = dialects[isPostgres ? "postgres" : "sqlite"];
	const now = Date.now();
	const user = `'grown-user-' || (n % ${users} + 1)${toText}`;
	const statements = [
		`insert into audit_events (id, time, event, level, actor_kind, actor_id, user_id, client_address, detail)
			select ${id}, ${now} - (${events} - n) * 100,
				case n % 50 when 0 then 'authn_login_fail' else 'authn_login_success' end,
				case n % 50 when 0 then 'warn' else 'info' end, 'self', ${user}, ${user},
				'192.0.2.' || (n % 250)${toText}, '{}' ${series(events)}`,
		`insert into deliveries (id, kind, target, subject_id, state, attempts, created_at, next_at, expires_at, last_status)
			select ${id}, 'new_login', 'mail', ${user}, 'sent', 1, ${now} - (${MAILS} - n) * 5000,
				${now} - (${MAILS} - n) * 5000, ${now}, '250' ${series(MAILS)}`,
	];
	if (isPostgres) await inPostgres(fileOrUrl, "audit_events", statements);
	else inSqlite(fileOrUrl, "audit_events", statements);
}

/** Resolves to the rows of the last statement. */
export async function runSql<Row extends object>(url: string, statements: readonly string[]): Promise<Row[]> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		let rows: Row[] = [];
		for (const statement of statements) ({ rows } = await client.query<Row>(statement));
		return rows;
	} finally {
		await client.end();
	}
}
