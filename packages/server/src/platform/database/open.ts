import { sqlitePath } from "../lib/sqlite-file.ts";
import { openSqlite } from "./sqlite.ts";
import type { Database } from "./tables.ts";

export { sqliteFile } from "../lib/sqlite-file.ts";
export { inTransaction } from "./in-transaction.ts";

export type Dialect = "sqlite" | "postgres";

export interface OpenedDatabase {
	database: Database;
	/** The same, for look-ups by key: on SQLite they wait for no transaction. Shows what is committed, at every moment. */
	reads: Database;
	/** Another number after each commit of anybody, for as long as this is open; null where that cannot be told. */
	dataVersion: (() => Promise<number>) | null;
	/**
	 * The same, for what may be lost when the power fails, though not when the process does: counters of guesses, and
	 * records of what was refused. On SQLite a transaction then costs a fifth.
	 */
	relaxed: Database;
	/** The same database without time limits, for migrations, backups and moves. */
	maintenance: Database;
	dialect: Dialect;
	/** False once another file, or none, is found where that of this SQLite database was opened. */
	isInPlace(): boolean;
	/** Waits for the transactions under way. A second call waits for the first. */
	close(): Promise<void>;
}

export interface OpenOptions {
	/** Where relative SQLite paths start; the working directory unless given. */
	baseDirectory?: string;
	/** For a command that may read or change whole tables: it takes as long as it takes. A request may not. */
	patient?: boolean;
}

/**
 * Opens `sqlite:./data/x.db`, `sqlite::memory:` or `postgres://user:password@host:port/database`. A SQLite file is made if
 * need be; PostgreSQL is first asked by the first query. Rejects with one clear sentence, without the password, if the
 * URL is of no use.
 */
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<OpenedDatabase> {
	if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url, options.patient ?? false);
	if (!url.startsWith("sqlite:")) {
		throw new Error("The database URL must start with sqlite: or postgres:// (sqlite:./data/sallyport.db).");
	}
	const opened = await openSqlite(sqlitePath(url.slice("sqlite:".length), options.baseDirectory));
	return { ...opened, maintenance: opened.database, dialect: "sqlite" };
}

async function openPostgres(url: string, patient: boolean): Promise<OpenedDatabase> {
	// Loaded where it is wanted: who uses SQLite need not wait for it, nor keep it in memory.
	const { commandLimits, createPostgres, maintenanceLimits, requestLimits } = await import("./postgres.ts");
	const database = createPostgres(url, patient ? commandLimits : requestLimits);
	const maintenance = createPostgres(url, maintenanceLimits);
	return {
		database,
		reads: database,
		dataVersion: null,
		relaxed: database,
		maintenance,
		dialect: "postgres",
		isInPlace: () => true,
		close: async () => {
			await Promise.all([database.destroy(), maintenance.destroy()]);
		},
	};
}
