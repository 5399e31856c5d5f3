import type { Queryable } from "../database/tables.ts";
import { anyRank, type Delivery } from "./delivery-store.ts";

/** How many of each rank were sent to a target after that time. */
export async function countSentAfter(
	queries: Queryable,
	target: string,
	time: number,
): Promise<Map<number, number>> {
	const rows = await queries
		.selectFrom("deliveries")
		.select(["rank", ({ fn }) => fn.countAll<number>().as("sent")])
		.where("state", "=", "sent")
		.where("target", "=", target)
		.where("rank", "in", anyRank)
		.where("next_at", ">", time)
		.groupBy("rank")
		.execute();
	return new Map(rows.map(({ rank, sent }) => [rank, sent]));
}

/** How many wait for a target. */
export const countWaiting = (queries: Queryable, target: string): Promise<number> =>
	countInState(queries, target, "waiting");

/** `most`: how many are counted. */
async function countInState(
	queries: Queryable,
	target: string,
	state: Delivery["state"],
	most?: number,
): Promise<number> {
	const found = queries
		.selectFrom("deliveries")
		.select("rank")
		.where("state", "=", state)
		.where("target", "=", target)
		.where("rank", "in", anyRank);
	const { count } = await queries
		.selectFrom((most === undefined ? found : found.limit(most)).as("found"))
		.select(({ fn }) => fn.countAll<number>().as("count"))
		.executeTakeFirstOrThrow();
	return count;
}

/** How many are counted of what was sent in a week. */
export const MOST_SENT_COUNTED = 10_000;

/** How many there are of a target, in each state; `sent`: up to MOST_SENT_COUNTED. */
export async function countDeliveries(
	queries: Queryable,
	target: string,
): Promise<Record<Delivery["state"], number>> {
	const count = (state: Delivery["state"], most?: number) => countInState(queries, target, state, most);
	const [waiting, sent, failed] = await Promise.all([
		count("waiting"),
		count("sent", MOST_SENT_COUNTED),
		count("failed"),
	]);
	return { waiting, sent, failed };
}
