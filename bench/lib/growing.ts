/** Databases whose table of sessions is filled by SQL alone: a login for each would take hours. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startPostgres } from "../../packages/server/test/support/postgres-cluster.ts";
import { runSql } from "../subjects/sallyport.ts";
import { SECRET } from "./sallyport.ts";

export const databaseNames = ["sqlite", "postgres"] as const;
export type DatabaseName = (typeof databaseNames)[number];

interface GrowingDatabase extends AsyncDisposable {
	/** Of the service. */
	settings: Record<string, string>;
	/** From so many made-up sessions to so many; the service must not run. */
	grow(have: number, wanted: number): Promise<void>;
	/** Queries so far; null where they are not counted. */
	queries(): Promise<number | null>;
}

/** Sessions of one user. */
const EACH = 5;
const HOUR = 3_600_000;

/** By database: a number series, a random text of 43 characters, and how a number becomes text. */
const dialects = {
	sqlite: {
		series: (from: number, to: number) =>
			`from (with recursive counted(n) as (select ${from} union all select n + 1 from counted where n < ${to}) select n from counted)`,
		random: "hex(randomblob(21)) || 'x'",
		toText: "",
	},
	postgres: {
		series: (from: number, to: number) => `from generate_series(${from}, ${to}) as n`,
		random: "md5(random()::text) || substr(md5(random()::text), 1, 11)",
		toText: "::text",
	},
};

/** Live cookie sessions, and the users that they belong to, numbered from `from` to `to`. */
function filling(database: DatabaseName, from: number, to: number): string[] {
	const { series, random, toText } = dialects[database];
	const now = Date.now();
	const user = (number: string) => `'grown-user-' || (${number})${toText}`;
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

type Index = { name: string; sql: string };

/** Built from sorted rows afterwards, an index costs a tenth. */
const withoutIndexes = (indexes: readonly Index[], fill: readonly string[]): string[] => [
	...indexes.map(({ name }) => `drop index "${name}"`),
	...fill,
	...indexes.map(({ sql }) => sql),
];

export async function openGrowing(name: DatabaseName, folder: string): Promise<GrowingDatabase> {
	return name === "sqlite" ? growingSqlite(join(folder, "bench.db")) : growingPostgres();
}

function growingSqlite(file: string): GrowingDatabase {
	return {
		settings: {},
		async grow(have, wanted) {
			using database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
			database.exec("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -500000");
			const query = "type = 'index' and tbl_name = 'sessions' and sql is not null";
			const indexes = database.prepare(`select name, sql from sqlite_master where ${query}`).all();
			const fill = filling("sqlite", have + 1, wanted);
			for (const statement of withoutIndexes(indexes as unknown as Index[], fill)) database.exec(statement);
			database.exec("analyze; pragma journal_mode = wal");
		},
		queries: async () => null,
		[Symbol.asyncDispose]: async () => {},
	};
}

async function growingPostgres(): Promise<GrowingDatabase> {
	const cluster = await startPostgres();
	const url = cluster.url("sallyport");
	// As a small server would have them; the cluster of the tests has next to nothing.
	await runSql(cluster.url("postgres"), [
		"alter system set shared_buffers = '512MB'",
		"alter system set max_wal_size = '8GB'",
		"create database sallyport",
	]);
	await cluster.halt();
	await cluster.resume();
	return {
		settings: { SALLYPORT_DATABASE_URL: url, SALLYPORT_SECRET: SECRET },
		async grow(have, wanted) {
			const indexes = await runSql<Index>(url, [
				`select indexname as name, indexdef as sql from pg_indexes
					where tablename = 'sessions' and schemaname = 'public' and indexname <> 'sessions_pkey'`,
			]);
			await runSql(url, [
				"set maintenance_work_mem = '512MB'",
				"set session_replication_role = replica",
				...withoutIndexes(indexes, filling("postgres", have + 1, wanted)),
				"vacuum analyze",
				"checkpoint",
			]);
		},
		/** Transactions committed; a query by itself is one. */
		async queries() {
			const count = "select xact_commit as count from pg_stat_database where datname = current_database()";
			const [row] = await runSql<{ count: string }>(url, [count]);
			return Number(row?.count);
		},
		[Symbol.asyncDispose]: cluster.stop,
	};
}
