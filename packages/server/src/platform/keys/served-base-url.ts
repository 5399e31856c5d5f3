/** Where the service started last: commands in a shell without its settings make links that lead there. */
import type { Queryable } from "../database/tables.ts";
import { findDeploymentFact, writeDeploymentFact } from "./deployment-store.ts";

const FACT = "base_url";

export async function noteServedBaseUrl(queries: Queryable, baseUrl: string): Promise<void> {
	if ((await findServedBaseUrl(queries)) !== baseUrl) await writeDeploymentFact(queries, FACT, baseUrl);
}

/** null where no release that notes it has served the database. */
export function findServedBaseUrl(queries: Queryable): Promise<string | null> {
	return findDeploymentFact(queries, FACT);
}
