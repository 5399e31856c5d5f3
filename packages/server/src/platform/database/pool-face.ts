import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";
import { arePlain, askPrepared, type Shape, shapeOf } from "./prepared-query.ts";
import { createStatementNames, type StatementNames } from "./statement-names.ts";

/**
 * What Kysely sees of pg's pool. Statements that are asked often are prepared.
 *
 * pg gives up a query that has no answer in time, but keeps its connection, on which all later queries would wait as
 * well. Here the connection is closed instead of going back to the pool.
 */
export function createPoolFace(pool: Pool): PostgresPool {
	const names = createStatementNames();
	// Kysely remembers connections by object, so each client has one face for as long as it lives.
	const faces = new WeakMap<PoolClient, PostgresPoolClient>();
	return {
		options: pool.options,
		end: () => pool.end(),
		connect: async () => {
			const client = await pool.connect();
			const face = faces.get(client) ?? createFace(client, names);
			faces.set(client, face);
			return face;
		},
	};
}

function createFace(client: PoolClient, names: StatementNames): PostgresPoolClient {
	let late = false;
	/** Of what this connection has prepared and answered once, by name. */
	const shapes = new Map<string, Shape>();

	async function ask(sql: string, parameters: readonly unknown[]) {
		const name = names.of(sql);
		if (name === undefined) return client.query({ text: sql, values: [...parameters] });
		const shape = shapes.get(name);
		if (shape !== undefined && arePlain(parameters)) return askPrepared(client, { name, shape }, parameters);
		const result = await client.query({ name, text: sql, values: [...parameters] });
		shapes.set(
			name,
			shapeOf(result.fields, (type) => client.getTypeParser(type, "text")),
		);
		return result;
	}

	return {
		query: (async (sql: string, parameters: readonly unknown[]) => {
			try {
				return await ask(sql, parameters);
			} catch (error) {
				names.refused(error);
				late ||= error instanceof Error && error.message === "Query read timeout";
				throw error;
			}
			// Kysely also names a form with a cursor, for streams; it needs a package that is not installed here.
		}) as unknown as PostgresPoolClient["query"],
		release: (destroy) => client.release(destroy === true || late),
	};
}
