import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import type { CompiledQuery, QueryResult } from "kysely";
import { LRUCache } from "lru-cache";

/** Prepared statements in the cache; preparing costs five times as much as a lookup by key. */
const preparedLimit = 500;

interface Prepared {
	statement: StatementSync;
	/** Empty if the statement returns no rows. */
	columns: string[];
}

export interface SqliteStatements {
	run<R>(query: CompiledQuery): QueryResult<R>;
	/** Row by row. */
	stream<R>(query: CompiledQuery): Iterable<R>;
}

/** Runs compiled queries with a cache of prepared statements. */
export function createSqliteStatements(database: DatabaseSync): SqliteStatements {
	const cache = new LRUCache<string, Prepared>({ max: preparedLimit });
	const prepareOnce = (sql: string): Prepared => {
		const known = cache.get(sql);
		if (known !== undefined) return known;
		const prepared = prepare(database, sql);
		cache.set(sql, prepared);
		return prepared;
	};
	return {
		run: <R>({ sql, parameters }: CompiledQuery): QueryResult<R> => {
			const prepared = prepareOnce(sql);
			const values = parameters as readonly SQLInputValue[];
			if (prepared.columns.length === 0) {
				return { numAffectedRows: BigInt(prepared.statement.run(...values).changes), rows: [] };
			}
			const rows: unknown[] = prepared.statement.all(...values);
			return { rows: rows.map((row) => toObject(prepared, row as SQLOutputValue[])) as R[] };
		},
		// Not from the cache: running the same statement while the stream is open would reset it.
		stream: function* <R>({ sql, parameters }: CompiledQuery): Iterable<R> {
			const prepared = prepare(database, sql);
			for (const row of prepared.statement.iterate(...(parameters as readonly SQLInputValue[]))) {
				yield toObject(prepared, row as unknown as SQLOutputValue[]) as R;
			}
		},
	};
}

function prepare(database: DatabaseSync, sql: string): Prepared {
	const statement = database.prepare(sql);
	// Arrays, because node:sqlite builds row objects slowly and without a prototype.
	statement.setReturnArrays(true);
	return { statement, columns: columnNames(statement) };
}

function columnNames(statement: StatementSync): string[] {
	return statement.columns().map((column) => column.name);
}

function toObject(prepared: Prepared, row: SQLOutputValue[]): Record<string, SQLOutputValue> {
	// Another process has added a column, and SQLite prepared the statement again.
	if (row.length !== prepared.columns.length) prepared.columns = columnNames(prepared.statement);
	const object: Record<string, SQLOutputValue> = {};
	for (let index = 0; index < prepared.columns.length; index += 1) {
		object[prepared.columns[index] as string] = row[index] as SQLOutputValue;
	}
	return object;
}
