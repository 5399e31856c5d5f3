import { removeRows } from "../../platform/database/remove-rows.ts";
import type { Queryable } from "../../platform/database/tables.ts";

/** Removes up to `most` ended sessions of a user; resolves with how many. */
export async function removeEndedSessionsOf(
	queries: Queryable,
	userId: string,
	most: number,
): Promise<number> {
	const ended = queries.selectFrom("sessions").select("id").where("ended_at", "is not", null);
	const some = ended.where("user_id", "=", userId).limit(most);
	const { numDeletedRows } = await queries
		.deleteFrom("sessions")
		.where("id", "in", some)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

export async function removeSessionsEndedBefore(queries: Queryable, time: number): Promise<void> {
	const which = queries.selectFrom("sessions").where("ended_at", "<", time);
	await removeRows(queries, "sessions", ["id"], which);
}
