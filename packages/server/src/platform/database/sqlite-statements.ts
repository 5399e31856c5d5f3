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

/** Runs compiled queries with a cache of prepared statements. */
export function createSqliteStatements(database: DatabaseSync) {
	const cache = new LRUCache<string, Prepared>({
		max: preparedLimit,
		memoMethod: (sql) => prepare(database, sql),
	});
	return <R>({ sql, parameters }: CompiledQuery): QueryResult<R> => {
		const prepared = cache.memo(sql);
		const values = parameters as readonly SQLInputValue[];
		if (prepared.columns.length === 0)
			return { numAffectedRows: BigInt(prepared.statement.run(...values).changes), rows: [] };
		const rows: unknown[] = prepared.statement.all(...values);
		return { rows: rows.map((row) => toObject(prepared, row as SQLOutputValue[])) as R[] };
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
