/** What operators see of the outbox, and do to it. */
import { sql } from "kysely";
import { type PageOf, type Position, pageWithin } from "../database/keyset-page.ts";
import type { Queryable } from "../database/tables.ts";
import { MAIL } from "./channel.ts";
import type { MailFilter } from "./delivery-state.ts";
import { anyRank } from "./delivery-store.ts";

/** The newest first, with the name of the user. */
export async function listDeliveries(queries: Queryable, most: number, filter?: MailFilter) {
	const found = [];
	let after: Position | null = null;
	do {
		const page = await pageOfDeliveries(queries, { after, most: most - found.length }, filter);
		found.push(...page.rows);
		after = page.next;
	} while (after !== null && found.length < most);
	return found;
}

/** A week of them is kept. */
export function pageOfDeliveries(queries: Queryable, of: PageOf, { state, userId }: MailFilter = {}) {
	const query = queries
		.selectFrom("deliveries")
		.leftJoin("users", "users.id", "deliveries.subject_id")
		.select([
			"deliveries.id",
			"kind",
			"users.id as userId",
			"users.username",
			"state",
			"attempts",
			"deliveries.created_at as createdAt",
			"next_at as nextAt",
			"last_status as lastStatus",
		])
		.where("target", "=", MAIL)
		.where("rank", "in", anyRank);
	return pageWithin(queries, query, ["deliveries.created_at", "deliveries.id"], {
		...of,
		descending: true,
		filter:
			state === undefined && userId === undefined
				? null
				: ({ eb }) =>
						eb.and([
							...(state === undefined ? [] : [eb("state", "=", state)]),
							...(userId === undefined ? [] : [eb("subject_id", "=", userId)]),
						]),
		positionOf: ({ createdAt, id }) => [createdAt, id],
	});
}

/** One that has failed or waits, or all that have failed. One that is being sent at this moment is left alone. */
export function listRetriable(queries: Queryable, id?: string) {
	const all = queries
		.selectFrom("deliveries")
		.select([
			"id",
			"kind",
			"subject_id as subjectId",
			"created_at as createdAt",
			"payload_sealed as payloadSealed",
		])
		.where("target", "=", MAIL);
	const some =
		id === undefined
			? all.where("state", "=", "failed").where("rank", "in", anyRank)
			: all.where("id", "=", id).where("state", "!=", "sent").where("lease_until", "is", null);
	return some.execute();
}

/** It is tried again from the start. False: it is being sent at this moment, or is gone. */
export async function retryDelivery(
	queries: Queryable,
	{ id, now, expiresAt }: { id: string; now: number; expiresAt: number },
): Promise<boolean> {
	const { numUpdatedRows } = await queries
		.updateTable("deliveries")
		.set(({ val, ref }) => ({
			state: "waiting" as const,
			attempts: 0,
			unanswered: 0,
			next_at: now,
			expires_at: sql<number>`case when ${ref("expires_at")} < ${val(expiresAt)} then ${val(expiresAt)} else ${ref("expires_at")} end`,
		}))
		.where("id", "=", id)
		.where("target", "=", MAIL)
		.where("state", "!=", "sent")
		.where("lease_until", "is", null)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

/** Failed ones of these kinds: another one takes their place. */
export async function removeFailedAbout(
	queries: Queryable,
	userId: string,
	kinds: readonly string[],
): Promise<void> {
	await queries
		.deleteFrom("deliveries")
		.where("subject_id", "=", userId)
		.where("state", "=", "failed")
		.where("kind", "in", kinds)
		.execute();
}
