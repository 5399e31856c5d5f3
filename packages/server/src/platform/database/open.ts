import { sqlitePath } from "../lib/database-url.ts";
import type { PostgresHosts } from "./postgres-hosts.ts";
import { openSqlite } from "./sqlite.ts";
import type { Database } from "./tables.ts";

export { sqliteFile } from "../lib/database-url.ts";
export { inTransaction } from "./in-transaction.ts";

export type Dialect = "sqlite" | "postgres";

export interface OpenedDatabase {
	database: Database;
	/** For lookups by key: on SQLite they wait for no transaction. Always shows the last commit. */
	reads: Database;
	/** Changes with every commit, of any process; null where the database cannot tell. */
	dataVersion: (() => Promise<number>) | null;
	/**
	 * Does not wait for the disk on SQLite: for counters of guesses and audit events of refused requests. They survive a crash
	 * of the process; a power cut may lose them.
	 */
	unsynced: Database;
	/** Without time limits, for migrations, backups and moves. */
	maintenance: Database;
	dialect: Dialect;
	/** null on SQLite. */
	hosts: PostgresHosts | null;
	/** False once the SQLite file was replaced or removed. */
	isInPlace(): boolean;
	/**
	 * Leaves nothing of what was deleted in the log of SQLite; `isThorough`: or in its file. False where another process keeps it
	 * from that.
	 */
	scrub(isThorough: boolean): Promise<boolean>;
	/** Waits for running transactions. A second call waits for the first. */
	close(): Promise<void>;
}

/**
 * Opens `sqlite:./data/x.db`, `sqlite::memory:` or `postgres://user:password@host:port,host:port/database`. Creates a missing SQLite
 * file; connects to PostgreSQL with the first query. The error for a wrong URL is one sentence and never contains the
 * password. `statementTimeout`: off for commands, which may read or change whole tables.
 */
export async function openDatabase(url: string, { statementTimeout = true } = {}): Promise<OpenedDatabase> {
	if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url, statementTimeout);
	if (!url.startsWith("sqlite:")) {
		throw new Error("The database URL must start with sqlite: or postgres:// (sqlite:./data/sallyport.db).");
	}
	const opened = await openSqlite(sqlitePath(url.slice("sqlite:".length)));
	return { ...opened, maintenance: opened.database, dialect: "sqlite", hosts: null };
}

/** Loaded only when it is used: with SQLite it would cost time and memory for nothing. */
export const loadPostgres = () => import("./postgres.ts");

async function openPostgres(url: string, statementTimeout: boolean): Promise<OpenedDatabase> {
	const postgres = await loadPostgres();
	const hosts = postgres.createPostgresHosts(postgres.parsePostgresUrl(url));
	const limits = statementTimeout ? postgres.requestLimits : postgres.commandLimits;
	const database = postgres.createPostgres(hosts, limits);
	const maintenance = postgres.createPostgres(hosts, postgres.maintenanceLimits);
	return {
		database,
		reads: database,
		dataVersion: null,
		unsynced: database,
		maintenance,
		dialect: "postgres",
		hosts,
		isInPlace: () => true,
		// PostgreSQL is vacuumed as its operator says (docs/privacy.md).
		scrub: async () => true,
		close: async () => {
			hosts.close();
			await Promise.all([database.destroy(), maintenance.destroy()]);
		},
	};
}
