import type { Queryable } from "../../platform/database/tables.ts";
import { findDeploymentFact, writeDeploymentFact } from "../../platform/keys/deployment-store.ts";
import type { TableChecksum } from "./checksum.ts";

/** Describes a backup; stored in its fact `backup`. */
export interface Manifest {
	/** Random. */
	id: string;
	/** Milliseconds. */
	madeAt: number;
	/** Of Sallyport. */
	version: string;
	tables: TableChecksum[];
}

export function writeManifest(queries: Queryable, manifest: Manifest): Promise<void> {
	return writeDeploymentFact(queries, "backup", JSON.stringify(manifest));
}

/** null when the database is no backup. */
export async function findManifest(queries: Queryable): Promise<Manifest | null> {
	const fact = await findDeploymentFact(queries, "backup");
	return fact === null ? null : (JSON.parse(fact) as Manifest);
}
