/**
 * node:sqlite as a Kysely driver. One connection, given out in the order of asking; transactions take the write lock
 * when they begin, so that two processes never dead-lock over who upgrades a read lock first.
 */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import {
	CompiledQuery as Compiled,
	type CompiledQuery,
	type DatabaseConnection,
	type Driver,
	type QueryResult,
} from "kysely";
import { LRUCache } from "lru-cache";
import { createTurns } from "./turns.ts";

/** Longest wait for the connection in ms: what the PostgreSQL pool allows too. */
const waitLimit = 2000;
/** Statements kept prepared; preparing costs five times what running a look-up by key costs. */
const preparedLimit = 500;

interface Prepared {
	statement: StatementSync;
	/** Empty if the statement yields no rows. */
	columns: string[];
}

export function createSqliteDriver(database: DatabaseSync): Driver {
	const connection = createConnection(database);
	const turns = createTurns(waitLimit);
	const run = async (sql: string) => {
		await connection.executeQuery(Compiled.raw(sql));
	};
	const savepoint = async (verb: string, name: string) => run(`${verb} "${name.replaceAll('"', '""')}"`);
	return {
		init: async () => {},
		acquireConnection: async () => {
			await turns.take();
			return connection;
		},
		releaseConnection: async () => turns.give(),
		beginTransaction: () => run("begin immediate"),
		commitTransaction: () => run("commit"),
		rollbackTransaction: async () => {
			// SQLite has rolled back by itself after some errors (full disk, I/O); a second rollback would hide the cause.
			if (database.isTransaction) await run("rollback");
		},
		savepoint: (_connection, name) => savepoint("savepoint", name),
		rollbackToSavepoint: (_connection, name) => savepoint("rollback to", name),
		releaseSavepoint: (_connection, name) => savepoint("release", name),
		destroy: async () => {
			try {
				await turns.take();
			} finally {
				database.close();
			}
		},
	};
}

function createConnection(database: DatabaseSync): DatabaseConnection {
	const cache = new LRUCache<string, Prepared>({ max: preparedLimit });
	const prepare = (sql: string): Prepared => {
		const known = cache.get(sql);
		if (known !== undefined) return known;
		const prepared = prepareStatement(database, sql);
		cache.set(sql, prepared);
		return prepared;
	};
	return {
		executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
			const prepared = prepare(sql);
			const values = parameters as readonly SQLInputValue[];
			if (prepared.columns.length === 0) {
				return { numAffectedRows: BigInt(prepared.statement.run(...values).changes), rows: [] };
			}
			const rows: unknown[] = prepared.statement.all(...values);
			return { rows: rows.map((row) => toObject(prepared, row as SQLOutputValue[])) as R[] };
		},
		// Never from the cache: the same text may run again while the stream is open, which would reset it.
		streamQuery: async function* <R>({
			sql,
			parameters,
		}: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
			const prepared = prepareStatement(database, sql);
			for (const row of prepared.statement.iterate(...(parameters as readonly SQLInputValue[]))) {
				yield { rows: [toObject(prepared, row as unknown as SQLOutputValue[]) as R] };
			}
		},
	};
}

function prepareStatement(database: DatabaseSync, sql: string): Prepared {
	const statement = database.prepare(sql);
	// Arrays, because node:sqlite builds its row objects slowly and without a prototype, unlike those of pg.
	statement.setReturnArrays(true);
	return { statement, columns: columnNames(statement) };
}

function columnNames(statement: StatementSync): string[] {
	return statement.columns().map((column) => column.name);
}

function toObject(prepared: Prepared, row: SQLOutputValue[]): Record<string, SQLOutputValue> {
	// Another process has added a column since the statement was prepared; SQLite prepared it anew by itself.
	if (row.length !== prepared.columns.length) prepared.columns = columnNames(prepared.statement);
	const object: Record<string, SQLOutputValue> = {};
	for (let index = 0; index < prepared.columns.length; index += 1) {
		object[prepared.columns[index] as string] = row[index] as SQLOutputValue;
	}
	return object;
}
