import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { CompiledQuery } from "kysely";
import { createMutex } from "./mutex.ts";
import type { OpenedDatabase } from "./open.ts";
import { kyselyOn } from "./sqlite.ts";
import { createSqliteDriver, isBusy } from "./sqlite-driver.ts";
import { StoreUnavailableError } from "./store-unavailable.ts";

/** ms; nobody else asks for the connection of a copy. */
const WAIT_LIMIT = 2000;

/**
 * An existing SQLite file as the source of a copy. Every transaction is a snapshot: it sees what stood when it began to
 * read, whatever is written meanwhile, and keeps nobody from writing.
 */
export function openSqliteSnapshots(path: string): OpenedDatabase {
	demandFile(path);
	return asSource(new DatabaseSync(path, { readOnly: true }));
}

/**
 * The same file with nobody else in it, in this process or another, until it is closed or this process dies. Null when
 * somebody has it open.
 */
export function openSqliteAlone(path: string): OpenedDatabase | null {
	demandFile(path);
	const file = new DatabaseSync(path, { enableForeignKeyConstraints: true, defensive: true });
	try {
		// Every user of a write-ahead log holds a shared lock for as long as it has the file open; this asks for all of it.
		file.exec("pragma locking_mode = exclusive; pragma synchronous = full; begin immediate; commit");
		return asSource(file);
	} catch (error) {
		file.close();
		if (isBusy(error)) return null;
		throw error;
	}
}

function demandFile(path: string): void {
	if (!existsSync(path)) throw new StoreUnavailableError(`There is no file ${path}.`);
}

function asSource(file: DatabaseSync): OpenedDatabase {
	const driver = createSqliteDriver(file, createMutex(WAIT_LIMIT));
	const database = kyselyOn(() => ({
		...driver,
		// Not "immediate": a snapshot takes no lock that a writer would wait for.
		beginTransaction: async (connection) => {
			await connection.executeQuery(CompiledQuery.raw("begin"));
		},
	}));
	const close = async () => file.close();
	return {
		database,
		reads: database,
		dataVersion: null,
		unsynced: database,
		maintenance: database,
		dialect: "sqlite",
		isInPlace: () => true,
		close,
	};
}

/** Makes one file of a database that nobody has open: without a log beside it, to be copied or read as it lies. */
export function settleSqliteFile(path: string): void {
	const file = new DatabaseSync(path);
	try {
		file.exec("pragma journal_mode = delete");
	} finally {
		file.close();
	}
}
