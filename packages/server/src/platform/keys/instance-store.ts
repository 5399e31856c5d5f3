import type { Queryable } from "../database/tables.ts";

/** Instances record every half minute that they run; milliseconds. */
export const ALIVE_FOR = 120_000;

/** A process that serves this deployment. */
export interface Instance {
	id: string;
	host: string;
	version: string;
	/** Fingerprints of the secrets it could start with, the current one first. */
	secrets: string[];
	startedAt: number;
	seenAt: number;
}

export async function writeInstance(queries: Queryable, instance: Instance): Promise<void> {
	const { startedAt, seenAt, ...row } = instance;
	const seen = { secrets: instance.secrets.join(" "), seen_at: seenAt };
	await queries
		.insertInto("instances")
		.values({ ...row, ...seen, started_at: startedAt })
		.onConflict((conflict) => conflict.column("id").doUpdateSet(seen))
		.execute();
}

export async function listInstancesSeenAfter(queries: Queryable, time: number): Promise<Instance[]> {
	const rows = await queries
		.selectFrom("instances")
		.select(["id", "host", "version", "secrets", "started_at as startedAt", "seen_at as seenAt"])
		.where("seen_at", ">", time)
		.orderBy("started_at")
		.orderBy("id")
		.execute();
	return rows.map((row) => ({ ...row, secrets: row.secrets.split(" ") }));
}

export async function removeInstance(queries: Queryable, id: string): Promise<void> {
	await queries.deleteFrom("instances").where("id", "=", id).execute();
}

export async function removeInstancesSeenBefore(queries: Queryable, time: number): Promise<void> {
	await queries.deleteFrom("instances").where("seen_at", "<", time).execute();
}
