import { removeRows } from "../../platform/database/remove-rows.ts";
import type { Queryable } from "../../platform/database/tables.ts";

/** False when it was used before, on any instance. */
export async function useChallenge(queries: Queryable, id: string, expiresAt: number): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await queries
		.insertInto("used_challenges")
		.values({ id, expires_at: expiresAt })
		.onConflict((conflict) => conflict.column("id").doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

export async function removeChallengesExpiredBefore(queries: Queryable, time: number): Promise<void> {
	const which = queries.selectFrom("used_challenges").where("expires_at", "<", time);
	await removeRows(queries, "used_challenges", ["id"], which);
}
