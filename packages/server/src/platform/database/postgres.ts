import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { createPgPoolAdapter } from "./pg-pool-adapter.ts";
import { parsePostgresUrl } from "./postgres-url.ts";
import type { Database, Tables } from "./tables.ts";

export interface PostgresLimits {
	/** Connections. */
	connections: number;
	/** Longest statement in ms; null: none. */
	statementTimeout: number | null;
}

/** What a request may take. */
export const requestLimits: PostgresLimits = { connections: 10, statementTimeout: 2000 };
/** What a command may take, which a person waits for and can stop. */
export const commandLimits: PostgresLimits = { connections: 2, statementTimeout: null };
/** For migrations and copies: one connection, as long as it takes. */
export const maintenanceLimits: PostgresLimits = { connections: 1, statementTimeout: null };

/**
 * A pool of connections; the first query opens the first one. Throws if the URL is wrong. Nothing here that the
 * distributed kin of PostgreSQL (CockroachDB, YugabyteDB, Citus) lack.
 */
export function createPostgres(url: string, limits: PostgresLimits): Database {
	const pool = new pg.Pool({
		...parsePostgresUrl(url),
		max: limits.connections,
		connectionTimeoutMillis: 2000,
		idleTimeoutMillis: 30_000,
		keepAlive: true,
		keepAliveInitialDelayMillis: 10_000,
		...(limits.statementTimeout === null
			? {}
			: {
					statement_timeout: limits.statementTimeout,
					idle_in_transaction_session_timeout: 10_000,
					// The server's own limit comes first; this one is for a server that has vanished from the network.
					query_timeout: limits.statementTimeout + 1000,
				}),
		types: { getTypeParser },
	});
	// pg also emits the loss of a connection as an event, which would end the process; the next query reports it.
	pool.on("error", () => {});
	pool.on("connect", (client) => {
		client.on("error", () => {});
	});
	return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createPgPoolAdapter(pool) }) });
}

const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: "text" | "binary") =>
	type === pg.types.builtins.INT8 && format !== "binary"
		? parseInteger
		: pg.types.getTypeParser(type, format as "text");

/** Times and counts are bigint in PostgreSQL and number here, as in SQLite; what would lose digits is an error. */
function parseInteger(text: string): number {
	const value = Number(text);
	if (!Number.isSafeInteger(value))
		throw new RangeError(`The database holds ${text}, too large for a number.`);
	return value;
}
