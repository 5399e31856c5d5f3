import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "../../packages/server/test/support/postgres-cluster.ts";
import { committed, growPostgres, growSqlite } from "./grow.ts";

export const databaseNames = ["sqlite", "postgres"] as const;
export type DatabaseName = (typeof databaseNames)[number];

export interface GrowingDatabase extends AsyncDisposable {
	/** Of the service. */
	settings: Record<string, string>;
	/** From so many made-up sessions to so many; the service must not run. */
	grow(have: number, wanted: number): Promise<void>;
	/** Queries so far; null where nobody counts them. */
	queries(): Promise<number | null>;
}

export async function openGrowing(name: DatabaseName, folder: string): Promise<GrowingDatabase> {
	return name === "sqlite" ? growingSqlite(folder) : growingPostgres();
}

function growingSqlite(folder: string): GrowingDatabase {
	return {
		settings: {},
		grow: async (have, wanted) => growSqlite(join(folder, "bench.db"), have, wanted, Date.now()),
		queries: async () => null,
		[Symbol.asyncDispose]: async () => {},
	};
}

async function growingPostgres(): Promise<GrowingDatabase> {
	const cluster = await startPostgres();
	const url = cluster.url("sallyport");
	const client = new pg.Client({ connectionString: cluster.url("postgres") });
	await client.connect();
	// As a small server would have them; the cluster of the tests has next to nothing.
	for (const [setting, value] of Object.entries({ shared_buffers: "512MB", max_wal_size: "8GB" }))
		await client.query(`alter system set ${setting} = '${value}'`);
	await client.query("create database sallyport");
	await client.end();
	await cluster.halt();
	await cluster.resume();
	return {
		settings: {
			SALLYPORT_DATABASE_URL: url,
			SALLYPORT_SECRET: "a secret of this benchmark, long enough to be one",
		},
		grow: (have, wanted) => growPostgres(url, have, wanted, Date.now()),
		queries: () => committed(url),
		[Symbol.asyncDispose]: cluster.stop,
	};
}
