import type { Transaction } from "kysely";
import type { Queryable, Tables } from "./tables.ts";

/** So many times a transaction is begun before its conflict is passed on. */
const attempts = 5;

/**
 * Runs work in one transaction, with the same meaning on both databases: read committed or stricter, and on SQLite
 * alone in the database. Joins the transaction that it is given, if it is one.
 *
 * Work may run several times: a database may refuse a transaction because of another one that ran beside it
 * (serialization failure, deadlock), CockroachDB any of them. It must do nothing but queries.
 */
export async function inTransaction<T>(
	queries: Queryable,
	work: (queries: Transaction<Tables>) => Promise<T>,
): Promise<T> {
	if (isTransaction(queries)) return work(queries);
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await queries.transaction().setIsolationLevel("read committed").execute(work);
		} catch (error) {
			if (attempt === attempts || !isConflict(error)) throw error;
		}
	}
}

function isTransaction(queries: Queryable): queries is Transaction<Tables> {
	return queries.isTransaction;
}

function isConflict(error: unknown): boolean {
	return error instanceof Error && "code" in error && (error.code === "40001" || error.code === "40P01");
}
