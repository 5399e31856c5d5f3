import { startPostgres } from "../../packages/server/test/support/postgres-cluster.ts";
import { SECRET } from "./sallyport.ts";

/** Measures on SQLite, then on a PostgreSQL of its own. `settings`: what a deployment there needs. */
export async function onBothDatabases<Measured>(
	measure: (name: string, settings: Record<string, string>) => Promise<Measured>,
): Promise<[sqlite: Measured, postgres: Measured]> {
	const cluster = await startPostgres();
	try {
		const settings = { SALLYPORT_DATABASE_URL: cluster.url("postgres"), SALLYPORT_SECRET: SECRET };
		return [await measure("SQLite", {}), await measure("PostgreSQL", settings)];
	} finally {
		await cluster.stop();
	}
}
