import type { Transaction } from "kysely";
import { hasCode, mixedUp } from "./error-codes.ts";
import type { Queryable, Tables } from "./tables.ts";

const attempts = 5;

/**
 * Runs work in one transaction: read committed or stricter; on SQLite, transactions run one at a time. Joins `queries` if
 * that is a transaction already.
 *
 * Work may run several times, because a database may abort a transaction that conflicts with another (serialization failure,
 * deadlock), and a pooler may mix up what was prepared. It must do nothing but queries.
 */
export async function inTransaction<T>(
	queries: Queryable,
	work: (queries: Transaction<Tables>) => Promise<T>,
): Promise<T> {
	if (queries.isTransaction) return work(queries as Transaction<Tables>);
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await queries.transaction().setIsolationLevel("read committed").execute(work);
		} catch (error) {
			if (attempt === attempts || !hasCode(error, "40001", "40P01", ...mixedUp)) throw error;
		}
	}
}
