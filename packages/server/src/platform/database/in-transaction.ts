import type { Transaction } from "kysely";
import type { Queryable, Tables } from "./tables.ts";

const attempts = 5;

/**
 * Runs work in one transaction: read committed or stricter; on SQLite, transactions run one at a time. Joins `queries` if
 * that is a transaction already.
 *
 * Work may run several times, because a database may abort a transaction that conflicts with another (serialization failure,
 * deadlock). It must do nothing but queries.
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
