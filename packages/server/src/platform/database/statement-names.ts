import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** Uses after which PostgreSQL is to keep a statement, as most drivers that prepare have it. */
const OFTEN = 5;
/** Texts that are counted; those with lists of many lengths come and go. */
const COUNTED = 1000;
/** Statements that each connection keeps at most. */
const NAMED = 100;

/**
 * Refusals that say: this statement was prepared on another connection (a pooler between us), or was not; or a column has
 * another type since, which the connection would go on refusing.
 */
const misplaced = new Set(["26000", "42P05", "0A000"]);

export interface StatementNames {
	/** The name under which PostgreSQL shall keep this statement parsed and planned; undefined: not worth it. */
	of(sql: string): string | undefined;
	/** Told of refusals. */
	refused(error: unknown): void;
}

/**
 * Planning a look-up by key costs PostgreSQL more than the look-up, so what is asked often is prepared. Not what says
 * `*`: its answer changes when a later release adds a column, which PostgreSQL refuses for prepared statements.
 */
export function createStatementNames(): StatementNames {
	const uses = new LRUCache<string, number>({ max: COUNTED });
	const names = new Map<string, string>();
	let areKept = true;

	return {
		of(sql) {
			if (!areKept) return undefined;
			const known = names.get(sql);
			if (known !== undefined) return known;
			const used = (uses.get(sql) ?? 0) + 1;
			uses.set(sql, used);
			if (
				used < OFTEN ||
				names.size >= NAMED ||
				sql.includes("*") ||
				!/^\s*(select|insert|update|delete)/i.test(sql)
			)
				return undefined;
			const name = nameOf(sql);
			names.set(sql, name);
			return name;
		},
		refused(error) {
			if (error instanceof Error && "code" in error && misplaced.has(String(error.code))) areKept = false;
		},
	};
}

/**
 * Made of the text, never counted: behind a pooler, another instance may have prepared the same name on the same
 * connection. A name of another text would run that text, and nobody would refuse.
 */
function nameOf(sql: string): string {
	return `sallyport_${createHash("sha256").update(sql).digest("hex").slice(0, 32)}`;
}
