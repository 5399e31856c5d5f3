import { removeRows } from "../database/remove-rows.ts";
import type { Queryable } from "../database/tables.ts";
import type { RepeatableRequestTable } from "../database/tables-of-administration.ts";

type Claimed = Pick<RepeatableRequestTable, "request_digest" | "made_id">;

/** The earlier request of this actor with this key, for which another transaction is waited for; null: there is none. */
export async function claimRequest(
	queries: Queryable,
	request: RepeatableRequestTable,
): Promise<Claimed | null> {
	const insert = queries.insertInto("repeatable_requests").values(request);
	const conflict = insert.onConflict((on) => on.columns(["actor_id", "key"]).doNothing());
	if ((await conflict.returning("key").executeTakeFirst()) !== undefined) return null;
	return queries
		.selectFrom("repeatable_requests")
		.select(["request_digest", "made_id"])
		.where("actor_id", "=", request.actor_id)
		.where("key", "=", request.key)
		.executeTakeFirstOrThrow();
}

export async function noteMade(
	queries: Queryable,
	{ actor_id, key, made_id }: Pick<RepeatableRequestTable, "actor_id" | "key" | "made_id">,
): Promise<void> {
	const update = queries.updateTable("repeatable_requests").set({ made_id });
	await update.where("actor_id", "=", actor_id).where("key", "=", key).execute();
}

export async function removeRequestsBefore(queries: Queryable, time: number): Promise<void> {
	const which = queries.selectFrom("repeatable_requests").where("created_at", "<", time);
	await removeRows(queries, "repeatable_requests", ["actor_id", "key"], which);
}

/** In the place of a digest: what was made is gone, and what was asked for is kept no longer. */
export const FORGOTTEN = "";

/** What a user has made. That another one has made the user is kept, or a request that is sent again would add the user anew. */
export async function removeRequestsAbout(queries: Queryable, id: string): Promise<void> {
	await queries.deleteFrom("repeatable_requests").where("actor_id", "=", id).execute();
	const made = queries.updateTable("repeatable_requests").where("made_id", "=", id);
	await made.set({ request_digest: FORGOTTEN }).execute();
}
