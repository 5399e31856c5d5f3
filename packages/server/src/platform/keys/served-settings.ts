/** What the service started with last: for commands, whose shell often lacks its settings. Links lead to the base URL. */
import type { Config } from "../config/config.ts";
import type { Queryable } from "../database/tables.ts";
import { findDeploymentFact, writeDeploymentFact } from "./deployment-store.ts";

const facts = { baseUrl: "base_url", oidc: "oidc" } as const;

/** Writes nothing where nothing has changed. */
export async function noteServed(
	queries: Queryable,
	config: Pick<Config, keyof typeof facts>,
): Promise<void> {
	for (const name of ["baseUrl", "oidc"] as const)
		if ((await findServed(queries, name)) !== config[name])
			await writeDeploymentFact(queries, facts[name], config[name]);
}

/** null where no release that notes it has served the database. */
export function findServed(queries: Queryable, name: keyof typeof facts): Promise<string | null> {
	return findDeploymentFact(queries, facts[name]);
}
