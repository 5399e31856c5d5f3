import { closeSync, fstatSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { type Driver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { createMutex } from "./mutex.ts";
import {
	createDataVersion,
	createReadDriver,
	createSqliteDriver,
	createUnsyncedDriver,
	isBusy,
} from "./sqlite-driver.ts";
import { StoreUnavailableError } from "./store-unavailable.ts";
import type { Database, Tables } from "./tables.ts";

/** Longest wait in ms for the connection; as for PostgreSQL. */
const WAIT_LIMIT = 2000;

export interface OpenedSqlite {
	database: Database;
	reads: Database;
	dataVersion: (() => Promise<number>) | null;
	unsynced: Database;
	isInPlace(): boolean;
	close(): Promise<void>;
}

/** Opens or makes the database file at an absolute path, or `:memory:`. The folder is made for the owner alone. */
export async function openSqlite(path: string): Promise<OpenedSqlite> {
	const identity = path === ":memory:" ? null : makeFile(path);
	const file = new DatabaseSync(path, {
		enableForeignKeyConstraints: true,
		defensive: true,
	});
	try {
		await useWriteAheadLog(file, path);
		// FULL: a credential that was revoked stays revoked after a power cut.
		file.exec("pragma synchronous = full; pragma trusted_schema = off; pragma journal_size_limit = 67108864");
	} catch (error) {
		file.close();
		throw error;
	}
	const mutex = createMutex(WAIT_LIMIT);
	const database = kyselyOn(() => createSqliteDriver(file, mutex));
	const unsynced = kyselyOn(() => createUnsyncedDriver(file, mutex));
	// A database in memory belongs to its connection.
	const reader = path === ":memory:" ? null : new DatabaseSync(path, { readOnly: true });
	const reads = reader === null ? database : kyselyOn(() => createReadDriver(reader));
	const isInPlace = () =>
		identity === null || identityOf(() => statSync(path, { bigint: true })) === identity;
	let closed: Promise<void> | null = null;
	async function close(): Promise<void> {
		// First, so that at once nothing is read any more.
		reader?.close();
		try {
			await mutex.acquire();
		} finally {
			if (!isInPlace()) emptyLog(file);
			file.close();
		}
		// What asks from now on learns at once that it is closed.
		mutex.release();
	}
	return {
		database,
		unsynced,
		reads,
		isInPlace,
		// SQLite tells a connection of the commits of all others, and only the reader commits nothing itself.
		dataVersion: reader === null ? null : createDataVersion(reader),
		close: () => {
			closed ??= close();
			return closed;
		},
	};
}

export function kyselyOn(createDriver: () => Driver): Database {
	return new Kysely<Tables>({
		dialect: {
			createDriver,
			createQueryCompiler: () => new SqliteQueryCompiler(),
			createAdapter: () => new QueueingAdapter(),
			createIntrospector: (queries) => new SqliteIntrospector(queries),
		},
	});
}

/** Kysely's own mutex lets late comers in first; the driver has a fair queue instead. */
class QueueingAdapter extends SqliteAdapter {
	override get supportsMultipleConnections(): boolean {
		return true;
	}
}

/**
 * SQLite would make the file readable for everybody; its -wal and -shm files take over the mode of this one. Returns which file
 * it is: taken before SQLite opens it, so that one put there in between is noticed later.
 */
function makeFile(path: string): string | null {
	try {
		mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
		const file = openSync(path, "a", 0o600);
		try {
			return identityOf(() => fstatSync(file, { bigint: true }));
		} finally {
			closeSync(file);
		}
	} catch (cause) {
		const why = cause instanceof Error ? cause.message : String(cause);
		throw new StoreUnavailableError(`The database file ${path} cannot be opened: ${why}`, { cause });
	}
}

/** The same for as long as the file is open somewhere, whatever it is called; null when there is none. */
function identityOf(stat: () => { dev: bigint; ino: bigint }): string | null {
	try {
		const { dev, ino } = stat();
		return `${dev}:${ino}`;
	} catch {
		return null;
	}
}

/**
 * The log of a file that was moved away still lies under its old name, where SQLite would take it for that of the file that has
 * come there, and spoil that one.
 */
function emptyLog(file: DatabaseSync): void {
	try {
		file.exec("pragma wal_checkpoint(truncate)");
	} catch {
		// Nothing more can be done for it.
	}
}

/** While another process does the same, SQLite answers "locked"; a busy timeout would not change that. */
async function useWriteAheadLog(file: DatabaseSync, path: string): Promise<void> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			const { journal_mode: mode } = file.prepare("pragma journal_mode = wal").get() ?? {};
			if (mode === "wal" || path === ":memory:") return;
			throw new Error(`${path} is on a file system without shared memory; SQLite needs a local disk.`);
		} catch (error) {
			if (attempt === 100 || !isBusy(error)) throw error;
			await delay(20);
		}
	}
}
