/**
 * node:sqlite as a Kysely driver with one connection, acquired in order of arrival. Transactions take the write lock when they
 * begin, so that two processes cannot deadlock by upgrading read locks.
 */
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { CompiledQuery, type DatabaseConnection, type Driver } from "kysely";
import { isBusy } from "./error-codes.ts";
import type { Mutex } from "./mutex.ts";
import { createSqliteStatements } from "./sqlite-statements.ts";

/** Longest wait in ms for the lock of another process. */
const waitLimit = 2000;
/** ms between attempts to lock; the last repeats. */
const lockWaits = [1, 2, 5, 10, 20];

/** `flush` puts commits on the disk; the one who wrote waits for it, and until then the next one has the connection. */
export function createSqliteDriver(
	database: DatabaseSync,
	mutex: Mutex,
	flush: (() => Promise<void>) | null = null,
): Driver {
	const connection = createConnection(database);
	const count = flush === null ? () => 0 : createCounter(database, "select total_changes()");
	const totalChanges = () => (database.isOpen ? count() : 0);
	let changesBefore = 0;
	const run = async (sql: string) => {
		await connection.executeQuery(CompiledQuery.raw(sql));
	};
	return {
		init: async () => {},
		acquireConnection: async () => {
			await mutex.acquire();
			changesBefore = totalChanges();
			return connection;
		},
		releaseConnection: async () => {
			const hasWritten = totalChanges() !== changesBefore;
			mutex.release();
			if (hasWritten) await flush?.();
		},
		beginTransaction: () => run("begin immediate"),
		commitTransaction: () => run("commit"),
		rollbackTransaction: async () => {
			// After some errors (full disk, I/O) SQLite has already rolled back; a second rollback would hide the cause.
			if (database.isTransaction) await run("rollback");
		},
		destroy: async () => {},
	};
}

/** Queries only. It needs no mutex: each query is over before anything else runs in this process. */
export function createReadDriver(database: DatabaseSync): Driver {
	const connection = createConnection(database);
	const reject = async () => {
		throw new Error("This connection is for queries only.");
	};
	return {
		init: async () => {},
		acquireConnection: async () => connection,
		releaseConnection: async () => {},
		beginTransaction: reject,
		commitTransaction: reject,
		rollbackTransaction: reject,
		destroy: async () => {},
	};
}

/** Runs before each lookup, so without Kysely. */
export function createDataVersion(database: DatabaseSync): () => Promise<number> {
	const read = createCounter(database, "pragma data_version");
	return () => whenUnlocked(database, read);
}

function createCounter(database: DatabaseSync, query: string): () => number {
	const statement = database.prepare(query);
	statement.setReturnArrays(true);
	return () => {
		const [count] = statement.get() as unknown as SQLOutputValue[];
		if (typeof count !== "number") throw new Error(`SQLite answered ${query} with ${typeof count}.`);
		return count;
	};
}

function createConnection(database: DatabaseSync): DatabaseConnection {
	const run = createSqliteStatements(database);
	return {
		executeQuery: <R>(query: CompiledQuery) => whenUnlocked(database, () => run<R>(query)),
		// An open stream would keep its snapshot, in which the data version never changes: ended sessions would pass.
		streamQuery: () => {
			throw new Error("This connection cannot stream.");
		},
	};
}

/**
 * Waits for the lock of another process without SQLite's busy handler, which would block this process. Inside a transaction
 * the lock is already held.
 */
async function whenUnlocked<T>(database: DatabaseSync, attempt: () => T): Promise<T> {
	for (let waited = 0, turn = 0; ; turn += 1) {
		try {
			return attempt();
		} catch (error) {
			if (!isBusy(error) || database.isTransaction || waited >= waitLimit) throw error;
		}
		const wait = lockWaits[Math.min(turn, lockWaits.length - 1)] ?? 0;
		await delay(wait);
		waited += wait;
	}
}
