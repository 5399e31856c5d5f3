import { sql } from "kysely";
import { padded } from "../database/compile-once.ts";
import type { Queryable } from "../database/tables.ts";

/** Members of details that name a user, or are a pseudonym of a name. */
const nameMembers = ["username", "formerUsername", "account"];

const naming = [
	'"audit_events"."client_address" is not null',
	'"audit_events"."user_agent" is not null',
	...nameMembers.map((member) => `"audit_events"."detail" like '%"${member}":%'`),
];
const names = sql.raw<boolean>(`(${naming.join(" or ")})`);

export async function insertErasure(queries: Queryable, userId: string, now: number): Promise<void> {
	await queries
		.insertInto("erasures")
		.values({ user_id: userId, removed_at: now, erased_until: 0 })
		.execute();
}

export async function isErased(queries: Queryable, userId: string): Promise<boolean> {
	const found = queries.selectFrom("erasures").select("user_id").where("user_id", "=", userId);
	return (await found.executeTakeFirst()) !== undefined;
}

/** Where a removed admin was, in what that admin did to others. */
export async function eraseActor(queries: Queryable, userId: string): Promise<void> {
	await queries
		.updateTable("audit_events")
		.set({ client_address: null, user_agent: null })
		.where("actor_id", "=", userId)
		.where(sql<boolean>`"actor_kind" in ('admin', 'service', 'cli')`)
		.execute();
}

/** Removed users whose events name them, or whose erasure did not come to its end; the longest removed first. */
export async function findUnerased(
	queries: Queryable,
	most: number,
): Promise<Array<{ userId: string; erasedUntil: number }>> {
	return await queries
		.selectFrom("erasures")
		.select(["user_id as userId", "erased_until as erasedUntil"])
		.where(({ eb, exists, or, selectFrom }) =>
			or([
				eb("erased_until", "=", 0),
				exists(
					selectFrom("audit_events")
						.select("audit_events.id")
						.whereRef("audit_events.user_id", "=", "erasures.user_id")
						.whereRef("audit_events.time", ">=", "erasures.erased_until")
						.where(names),
				),
			]),
		)
		.orderBy("removed_at")
		.limit(most)
		.execute();
}

/** Erases the names in the oldest events of a removed user that have any, from a time on; resolves with when those were. */
export async function eraseNames(
	queries: Queryable,
	{ userId, from, size }: { userId: string; from: number; size: number },
): Promise<number[]> {
	const rows = await queries
		.selectFrom("audit_events")
		.innerJoin("erasures", "erasures.user_id", "audit_events.user_id")
		.select(["audit_events.id", "audit_events.time", "audit_events.detail"])
		.where("audit_events.user_id", "=", userId)
		.whereRef("audit_events.time", ">=", "erasures.erased_until")
		// Again, or those that are done would be read in each piece.
		.where("audit_events.time", ">=", from)
		.where(names)
		.orderBy("audit_events.time")
		.limit(size)
		.execute();
	for (const [detail, same] of Map.groupBy(rows, (row) => withoutNames(row.detail))) {
		const ids = same.map(({ id }) => id);
		await queries
			.updateTable("audit_events")
			.set({ client_address: null, user_agent: null, detail })
			.where("id", "in", padded(ids))
			.execute();
	}
	return rows.map(({ time }) => time);
}

function withoutNames(detail: string): string {
	const kept: unknown = JSON.parse(detail, (member, value) =>
		nameMembers.includes(member) ? undefined : value,
	);
	return JSON.stringify(kept);
}

/** Events before that time need not be looked at again; 0: it did not come to its end. */
export async function noteErasedUntil(
	queries: Queryable,
	userIds: readonly string[],
	time: number,
): Promise<void> {
	const erasures = queries.updateTable("erasures").set({ erased_until: time });
	await erasures.where("user_id", "in", padded(userIds)).execute();
}

export async function removeErasuresBefore(queries: Queryable, time: number): Promise<void> {
	await queries.deleteFrom("erasures").where("removed_at", "<", time).execute();
}
