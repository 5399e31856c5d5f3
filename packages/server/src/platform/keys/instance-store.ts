import type { InstanceTable, Queryable } from "../database/tables.ts";

/** A process that serves this deployment. */
export interface Instance {
	id: string;
	host: string;
	version: string;
	/** Fingerprints of the secrets it could start with, the present one first. */
	secrets: string[];
	startedAt: number;
	seenAt: number;
}

export async function writeInstance(queries: Queryable, instance: Instance): Promise<void> {
	const row: InstanceTable = {
		id: instance.id,
		host: instance.host,
		version: instance.version,
		secrets: instance.secrets.join(" "),
		started_at: instance.startedAt,
		seen_at: instance.seenAt,
	};
	await queries
		.insertInto("instances")
		.values(row)
		.onConflict((conflict) =>
			conflict.column("id").doUpdateSet({ seen_at: row.seen_at, secrets: row.secrets }),
		)
		.execute();
}

export async function listInstancesSeenAfter(queries: Queryable, time: number): Promise<Instance[]> {
	const rows = await queries
		.selectFrom("instances")
		.selectAll()
		.where("seen_at", ">", time)
		.orderBy("started_at")
		.orderBy("id")
		.execute();
	return rows.map((row) => ({
		id: row.id,
		host: row.host,
		version: row.version,
		secrets: row.secrets.split(" "),
		startedAt: row.started_at,
		seenAt: row.seen_at,
	}));
}

export async function removeInstance(queries: Queryable, id: string): Promise<void> {
	await queries.deleteFrom("instances").where("id", "=", id).execute();
}

export async function removeInstancesSeenBefore(queries: Queryable, time: number): Promise<void> {
	await queries.deleteFrom("instances").where("seen_at", "<", time).execute();
}
