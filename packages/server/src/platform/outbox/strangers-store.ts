import type { Queryable } from "../database/tables.ts";
import { isLookedUp } from "./delivery-store.ts";
import { ranks, ranksOfStrangers } from "./ranks.ts";

function waiting(queries: Queryable) {
	return queries
		.selectFrom("deliveries")
		.select("id")
		.where("state", "=", "waiting")
		.where("rank", "in", ranksOfStrangers);
}

/** Whether an instance is sending one that a stranger has caused. */
export async function isOneUnderWay(queries: Queryable, now: number): Promise<boolean> {
	const found = waiting(queries)
		.where("lease_until", ">", now)
		// Not one that is being looked up.
		.where(isLookedUp)
		.limit(1);
	return (await found.executeTakeFirst()) !== undefined;
}

/** Of what strangers have caused and that waits, `most` come first: removes the decoys beyond them. Mails are never removed. */
export async function removeDecoysBeyond(queries: Queryable, most: number): Promise<void> {
	const further = waiting(queries)
		.where("lease_until", "is", null)
		.orderBy("rank")
		.orderBy("next_at")
		.orderBy("id")
		// SQLite has no offset without a limit.
		.limit(Number.MAX_SAFE_INTEGER)
		.offset(most);
	await queries
		.deleteFrom("deliveries")
		.where("id", "in", further)
		.where("rank", "=", ranks.decoy)
		.where("lease_until", "is", null)
		.execute();
}
