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
		.select(["rank", ({ fn }) => fn.countAll<number | string>().as("sent")])
		.where("state", "=", "sent")
		.where("target", "=", target)
		.where("rank", "in", anyRank)
		.where("next_at", ">", time)
		.groupBy("rank")
		.execute();
	return new Map(rows.map(({ rank, sent }) => [rank, Number(sent)]));
}

/** How many there are of a target, in each state. */
export async function countDeliveries(
	queries: Queryable,
	target: string,
): Promise<Record<Delivery["state"], number>> {
	const rows = await queries
		.selectFrom("deliveries")
		.select(["state", ({ fn }) => fn.countAll<number | string>().as("count")])
		.where("target", "=", target)
		.where("rank", "in", anyRank)
		.groupBy("state")
		.execute();
	const none = { waiting: 0, sent: 0, failed: 0 };
	return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)])) };
}
