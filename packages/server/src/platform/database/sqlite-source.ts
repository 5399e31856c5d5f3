import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { CompiledQuery } from "kysely";
import { isBusy } from "./error-codes.ts";
import { createMutex } from "./mutex.ts";
import type { OpenedDatabase } from "./open.ts";
import { kyselyOn, WAIT_LIMIT } from "./sqlite.ts";
import { createSqliteDriver } from "./sqlite-driver.ts";
import { StoreUnavailableError } from "./store-unavailable.ts";

/**
 * An existing SQLite file as the source of a copy. Every transaction reads a snapshot, whatever is written in the meantime, and
 * blocks no writer.
 */
export function openSqliteSnapshots(path: string): OpenedDatabase {
	requireFile(path);
	return asSource(new DatabaseSync(path, { readOnly: true }));
}

/**
 * Opens the file exclusively, until it is closed or this process ends. Null when another connection, in any process, has it
 * open.
 */
export function openSqliteAlone(path: string): OpenedDatabase | null {
	requireFile(path);
	const file = new DatabaseSync(path, { enableForeignKeyConstraints: true, defensive: true });
	try {
		// Every connection to a database with a write-ahead log holds a shared lock; this requests the exclusive one.
		file.exec("pragma locking_mode = exclusive; pragma synchronous = full; begin immediate; commit");
		return asSource(file);
	} catch (error) {
		file.close();
		if (isBusy(error)) return null;
		throw error;
	}
}

function requireFile(path: string): void {
	if (!existsSync(path)) throw new StoreUnavailableError(`There is no file ${path}.`);
}

function asSource(file: DatabaseSync): OpenedDatabase {
	const driver = createSqliteDriver(file, createMutex(WAIT_LIMIT));
	const database = kyselyOn(() => ({
		...driver,
		// Not "immediate", which would block writers.
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
		hosts: null,
		isInPlace: () => true,
		scrub: async () => false,
		close,
	};
}

/** Folds the write-ahead log into the file of a closed database, so that the file alone is complete. */
export function settleSqliteFile(path: string): void {
	const file = new DatabaseSync(path);
	try {
		file.exec("pragma journal_mode = delete");
	} finally {
		file.close();
	}
}
