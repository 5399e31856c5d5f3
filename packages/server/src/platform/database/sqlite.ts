import { closeSync, fstatSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { type Driver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { makeFolder } from "../lib/make-folder.ts";
import { isBusy } from "./error-codes.ts";
import { createLogFlush, type LogFlush } from "./log-flush.ts";
import { createMutex } from "./mutex.ts";
import { createDataVersion, createReadDriver, createSqliteDriver } from "./sqlite-driver.ts";
import { StoreUnavailableError } from "./store-unavailable.ts";
import type { Database, Tables } from "./tables.ts";

/** Longest wait in ms for the connection, as with PostgreSQL. */
export const WAIT_LIMIT = 2000;

/**
 * NORMAL: a commit does not wait for the disk, but the answer does, for the flush (docs/decisions/0036). Rarer checkpoints write
 * a page that many logins changed once (docs/decisions/0027). What is deleted is overwritten (docs/decisions/0034).
 */
const settings = `
	pragma synchronous = normal;
	pragma trusted_schema = off;
	pragma secure_delete = on;
	pragma wal_autocheckpoint = 4000;
	pragma journal_size_limit = 67108864`;

/** Opens or creates the database file at an absolute path, or `:memory:`. Only the owner may read a new folder. */
export async function openSqlite(path: string) {
	const identity = path === ":memory:" ? null : makeFile(path);
	const file = new DatabaseSync(path, { enableForeignKeyConstraints: true, defensive: true });
	let log: LogFlush | null = null;
	try {
		await useWriteAheadLog(file, path);
		file.exec(settings);
		// Makes the log.
		file.exec("select count(*) from sqlite_schema");
		if (path !== ":memory:") log = createLogFlush(path);
	} catch (error) {
		file.close();
		throw error;
	}
	const mutex = createMutex(WAIT_LIMIT);
	const database = kyselyOn(() => createSqliteDriver(file, mutex, log?.flush ?? null));
	const unsynced = kyselyOn(() => createSqliteDriver(file, mutex));
	// A database in memory belongs to one connection.
	const reader = path === ":memory:" ? null : new DatabaseSync(path, { readOnly: true });
	const reads = reader === null ? database : kyselyOn(() => createReadDriver(reader));
	const isInPlace = () =>
		identity === null || identityOf(() => statSync(path, { bigint: true })) === identity;
	let closed: Promise<void> | null = null;
	async function close(): Promise<void> {
		// First, so that reads end at once.
		reader?.close();
		try {
			await mutex.acquire();
			await log?.close();
		} finally {
			if (!isInPlace()) truncateLog(file);
			file.close();
		}
		// Later queries fail at once instead of waiting for the mutex.
		mutex.release();
	}
	return {
		database,
		unsynced,
		reads,
		isInPlace,
		async scrub(isThorough: boolean): Promise<boolean> {
			await mutex.acquire();
			try {
				return (!isThorough || rewrite(file)) && truncateLog(file);
			} finally {
				mutex.release();
			}
		},
		// data_version counts the commits of other connections only, and the reader has no commits of its own.
		dataVersion: reader === null ? null : createDataVersion(reader),
		close: (): Promise<void> => {
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

/** Replaces Kysely's own mutex, which is not fair, by that of the driver. */
class QueueingAdapter extends SqliteAdapter {
	override get supportsMultipleConnections(): boolean {
		return true;
	}
}

/**
 * Creates the file with mode 600, which its -wal and -shm files inherit; SQLite would make it readable for every user. Returns
 * its identity from before SQLite opens it, so that a file swapped in between is noticed later.
 */
function makeFile(path: string): string | null {
	try {
		makeFolder(dirname(path));
		const file = openSync(path, "a", 0o600);
		try {
			return identityOf(() => fstatSync(file, { bigint: true }));
		} finally {
			closeSync(file);
		}
	} catch (cause) {
		const why = cause instanceof Error ? cause.message : String(cause);
		throw new StoreUnavailableError(
			`The database file ${path} cannot be opened: ${why}. Check SALLYPORT_DATABASE_URL.`,
			{ cause },
		);
	}
}

/** Constant while the file is open, even if it is renamed; null when there is no file. */
function identityOf(stat: () => { dev: bigint; ino: bigint }): string | null {
	try {
		const { dev, ino } = stat();
		return `${dev}:${ino}`;
	} catch {
		return null;
	}
}

/** Bytes; a larger file is not written anew. Other writes wait a third of a second for one of this size. */
const MOST_REWRITTEN = 32 * 1024 * 1024;

/**
 * Writes the file anew, unless it is large: where SQLite divides or joins pages, it leaves copies of a few rows, which `secure_delete`
 * does not reach. False where another process writes, or the disk is full.
 */
function rewrite(file: DatabaseSync): boolean {
	try {
		const { bytes } = file.prepare(size).get() ?? {};
		// In memory: temporary files would hold all rows, and may have no place.
		if (Number(bytes) <= MOST_REWRITTEN) file.exec("pragma temp_store = memory; vacuum");
		return true;
	} catch {
		return false;
	}
}

const size = "select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()";

/**
 * Writes the log into the file; false where another process keeps it. A full log holds pages as they were. And that of a file that
 * was moved away keeps its old name: SQLite would apply it to the new file of that name and corrupt it.
 */
function truncateLog(file: DatabaseSync): boolean {
	try {
		return file.prepare("pragma wal_checkpoint(truncate)").get()?.busy === 0;
	} catch {
		return false;
	}
}

/** Retries, because a busy timeout does not apply while another process does the same. */
async function useWriteAheadLog(file: DatabaseSync, path: string): Promise<void> {
	// Of a new file, before its first page. Every commit writes whole pages, of which a login changes little.
	file.exec("pragma page_size = 2048");
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
