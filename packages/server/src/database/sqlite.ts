import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import {
	type Driver,
	Kysely,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
} from "@sallyport/kysely";
import {
	createDataVersion,
	createReadDriver,
	createRelaxedDriver,
	createSqliteDriver,
	isBusy,
} from "./sqlite-driver.ts";
import { StoreUnavailableError } from "./store-unavailable.ts";
import type { Database, Tables } from "./tables.ts";
import { createTurns } from "./turns.ts";

/** Longest wait in ms for the connection; as for PostgreSQL. */
const WAIT_LIMIT = 2000;

export interface OpenedSqlite {
	database: Database;
	reads: Database;
	dataVersion: (() => Promise<number>) | null;
	relaxed: Database;
	close(): Promise<void>;
}

/** Opens or makes the database file at an absolute path, or `:memory:`. The folder is made for the owner alone. */
export async function openSqlite(path: string): Promise<OpenedSqlite> {
	if (path !== ":memory:") makeFile(path);
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
	const turns = createTurns(WAIT_LIMIT);
	const database = kyselyOn(() => createSqliteDriver(file, turns));
	const relaxed = kyselyOn(() => createRelaxedDriver(file, turns));
	// A database in memory belongs to its connection.
	const reader = path === ":memory:" ? null : new DatabaseSync(path, { readOnly: true });
	const reads = reader === null ? database : kyselyOn(() => createReadDriver(reader));
	return {
		database,
		relaxed,
		reads,
		// SQLite tells a connection of the commits of all others, and only the reader commits nothing itself.
		dataVersion: reader === null ? null : createDataVersion(reader),
		close: async () => {
			try {
				await turns.take();
			} finally {
				reader?.close();
				file.close();
			}
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

/** SQLite would make the file readable for everybody; its -wal and -shm files take over the mode of this one. */
function makeFile(path: string): void {
	try {
		mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
		closeSync(openSync(path, "a", 0o600));
	} catch (cause) {
		const why = cause instanceof Error ? cause.message : String(cause);
		throw new StoreUnavailableError(`The database file ${path} cannot be opened: ${why}`, { cause });
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
