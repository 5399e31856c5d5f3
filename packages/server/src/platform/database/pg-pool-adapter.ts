import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";
import { arePlain, executePrepared, type RowParser, rowParserOf } from "./prepared-statement.ts";
import { createPreparedStatementNames, type PreparedStatementNames } from "./prepared-statement-names.ts";

/**
 * pg's pool as Kysely sees it, with frequent statements prepared.
 *
 * When a query gets no answer in time, pg gives it up but keeps its connection, and every later query waits behind it.
 * Here such a connection is closed instead of going back to the pool.
 */
export function createPgPoolAdapter(pool: Pool): PostgresPool {
	const names = createPreparedStatementNames();
	// Kysely remembers connections by object, so a client keeps the same adapter for life.
	const adapters = new WeakMap<PoolClient, PostgresPoolClient>();
	return {
		options: pool.options,
		end: () => pool.end(),
		connect: async () => {
			const client = await pool.connect();
			const adapter = adapters.get(client) ?? createClientAdapter(client, names);
			adapters.set(client, adapter);
			return adapter;
		},
	};
}

function createClientAdapter(client: PoolClient, names: PreparedStatementNames): PostgresPoolClient {
	let timedOut = false;
	/** By name, of each statement that this connection has prepared and run once. */
	const parsers = new Map<string, RowParser>();

	async function execute(sql: string, parameters: readonly unknown[]) {
		const name = names.nameFor(sql);
		if (name === undefined) return client.query({ text: sql, values: [...parameters] });
		const parser = parsers.get(name);
		if (parser !== undefined && arePlain(parameters))
			return executePrepared(client, { name, parser }, parameters);
		const result = await client.query({ name, text: sql, values: [...parameters] });
		parsers.set(name, rowParserOf(client, result.fields));
		return result;
	}

	return {
		query: (async (sql: string, parameters: readonly unknown[]) => {
			try {
				return await execute(sql, parameters);
			} catch (error) {
				names.onError(error);
				timedOut ||= error instanceof Error && error.message === "Query read timeout";
				throw error;
			}
			// Kysely's type has a second form, with a cursor for streams; it needs a package that is not installed here.
		}) as unknown as PostgresPoolClient["query"],
		release: (destroy) => client.release(destroy === true || timedOut),
	};
}
