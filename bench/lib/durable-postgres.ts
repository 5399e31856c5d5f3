import { type PostgresCluster, startPostgres } from "../../packages/server/test/support/postgres-cluster.ts";
import { runSql } from "./growing.ts";

/** What the cluster of the tests trades for speed: a benchmark keeps what it has acknowledged, and knows the sizes of its tables. */
const settings = {
	fsync: "on",
	synchronous_commit: "on",
	full_page_writes: "on",
	autovacuum: "on",
	// A scenario has seconds for what a deployment does in days.
	autovacuum_naptime: "1s",
};

export async function startDurablePostgres(): Promise<PostgresCluster> {
	const cluster = await startPostgres();
	try {
		await runSql(cluster.url("postgres"), [
			...Object.entries(settings).map(([name, value]) => `alter system set ${name} = '${value}'`),
			"select pg_reload_conf()",
			"create database sallyport",
		]);
		return cluster;
	} catch (error) {
		await cluster.stop();
		throw error;
	}
}
