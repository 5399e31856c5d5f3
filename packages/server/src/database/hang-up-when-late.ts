import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";

/**
 * pg gives up a query that has no answer in time, but keeps its connection, on which all later queries would wait as
 * well. Here the connection is closed instead of going back to the pool.
 */
export function hangUpWhenLate(pool: Pool): PostgresPool {
	// Kysely remembers connections by object, so each client has one face for as long as it lives.
	const faces = new WeakMap<PoolClient, PostgresPoolClient>();
	return {
		options: pool.options,
		end: () => pool.end(),
		connect: async () => {
			const client = await pool.connect();
			const face = faces.get(client) ?? createFace(client);
			faces.set(client, face);
			return face;
		},
	};
}

function createFace(client: PoolClient): PostgresPoolClient {
	let late = false;
	return {
		query: (async (sql: string, parameters: readonly unknown[]) => {
			try {
				return await client.query(sql, [...parameters]);
			} catch (error) {
				late ||= error instanceof Error && error.message === "Query read timeout";
				throw error;
			}
			// Kysely also names a form with a cursor, for streams; it needs a package that is not installed here.
		}) as unknown as PostgresPoolClient["query"],
		release: (destroy) => client.release(destroy === true || late),
	};
}
