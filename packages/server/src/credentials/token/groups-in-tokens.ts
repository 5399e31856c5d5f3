import type { Queryable } from "../../platform/database/tables.ts";
import type { Foundation } from "../../platform/foundation.ts";
import { findDeploymentFact, writeDeploymentFact } from "../../platform/keys/deployment-store.ts";
import type { MaintenanceTask } from "../../platform/maintenance.ts";

/** Milliseconds, many times those between two notes. */
const MARGIN = 600_000;
const FACT = "groups_in_tokens_until";

type Dependencies = Pick<Foundation, "config" | "clock" | "opened">;

/**
 * Notes that tokens name groups. A command may run without the settings of the service, and tokens outlive a setting: both must
 * still end the sessions of a user who leaves a group.
 */
export function noteGroupsInTokens({ config, clock, opened }: Dependencies): MaintenanceTask[] {
	if (!config.tokenClaims.includes("groups")) return [];
	const until = () => String(clock() + config.tokenLifetime + MARGIN);
	return [{ run: () => writeDeploymentFact(opened.database, FACT, until()), atStart: true }];
}

/** Whether a token that is good now may name the groups of its user. */
export async function areGroupsInTokens(
	queries: Queryable,
	{ config, clock }: Omit<Dependencies, "opened">,
): Promise<boolean> {
	if (config.tokenClaims.includes("groups")) return true;
	return Number(await findDeploymentFact(queries, FACT)) > clock();
}
