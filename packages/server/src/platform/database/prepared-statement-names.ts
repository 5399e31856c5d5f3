import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { hasCode, mixedUp } from "./error-codes.ts";

/** A statement is prepared at its fifth use, as in most drivers. */
const THRESHOLD = 5;
/** The most SQL texts that are counted; those with variable-length lists are evicted. */
const MAX_COUNTED = 1000;
/** The most statements that are prepared on a connection. */
const MAX_PREPARED = 100;

/** Besides these, a column may have changed its type, and the connection would refuse the statement from then on (0A000). */
const unusable = [...mixedUp, "0A000"];

export type PreparedStatementNames = ReturnType<typeof createPreparedStatementNames>;

/**
 * Planning a look-up by key costs PostgreSQL more than the look-up itself, so frequent statements are prepared. Those
 * with `*` are not: a later release may add a column, and PostgreSQL refuses a prepared statement whose columns changed.
 */
export function createPreparedStatementNames() {
	const uses = new LRUCache<string, number>({ max: MAX_COUNTED });
	const names = new Map<string, string>();
	let usable = true;

	return {
		/** The name to prepare this statement under; undefined: do not prepare it. */
		nameFor(sql: string): string | undefined {
			if (!usable) return undefined;
			const known = names.get(sql);
			if (known !== undefined) return known;
			const used = (uses.get(sql) ?? 0) + 1;
			uses.set(sql, used);
			if (
				used < THRESHOLD ||
				names.size >= MAX_PREPARED ||
				sql.includes("*") ||
				!/^\s*(select|insert|update|delete)/i.test(sql)
			)
				return undefined;
			const name = nameOf(sql);
			names.set(sql, name);
			return name;
		},
		/** After an error that makes prepared statements unusable, none is prepared any more. */
		onError(error: unknown): void {
			if (hasCode(error, ...unusable)) usable = false;
		},
	};
}

/**
 * A hash of the text, never a number: behind a pooler, another instance may have prepared a statement under the same name
 * on the same connection. If its text were another one, PostgreSQL would run that one without an error.
 */
function nameOf(sql: string): string {
	return `sallyport_${createHash("sha256").update(sql).digest("hex").slice(0, 32)}`;
}
