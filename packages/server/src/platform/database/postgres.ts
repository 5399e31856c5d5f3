import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { createPgPoolAdapter } from "./pg-pool-adapter.ts";
import type { PostgresHosts } from "./postgres-hosts.ts";
import type { Database, Tables } from "./tables.ts";

export { createPostgresHosts } from "./postgres-hosts.ts";
export { parsePostgresUrl } from "./postgres-url.ts";

/** The longest statement in ms; null: none. */
type Limits = { connections: number; statementTimeout: number | null };

export const requestLimits: Limits = { connections: 10, statementTimeout: 2000 };
/** Without a statement timeout: a person waits for a command and can stop it. */
export const commandLimits: Limits = { connections: 2, statementTimeout: null };
/** The limits for migrations and copies. */
export const maintenanceLimits: Limits = { connections: 1, statementTimeout: null };

/** Connections, opened by queries. */
export function createPostgres(hosts: PostgresHosts, { connections, statementTimeout }: Limits): Database {
	const pool = createPgPoolAdapter(hosts, {
		max: connections,
		connectionTimeoutMillis: 2000,
		idleTimeoutMillis: 30_000,
		keepAlive: true,
		keepAliveInitialDelayMillis: 10_000,
		...(statementTimeout && {
			statement_timeout: statementTimeout,
			idle_in_transaction_session_timeout: 10_000,
			// For a server that has vanished from the network; otherwise its own limit comes first.
			query_timeout: statementTimeout + 1000,
		}),
		types: { getTypeParser },
	});
	return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: "text" | "binary") =>
	type === pg.types.builtins.INT8 && format !== "binary"
		? parseInteger
		: pg.types.getTypeParser(type, format as "text");

/** Times and counts are bigint in PostgreSQL and number here, as in SQLite. Throws rather than lose digits. */
function parseInteger(text: string): number {
	const value = Number(text);
	if (!Number.isSafeInteger(value))
		throw new RangeError(`The database holds ${text}, too large for a number.`);
	return value;
}
