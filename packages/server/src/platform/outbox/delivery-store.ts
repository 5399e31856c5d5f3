import type { Selection } from "kysely";
import type { Dialect } from "../database/open.ts";
import { removeRows } from "../database/remove-rows.ts";
import type { Queryable, Tables } from "../database/tables.ts";

/** Lower ones go first: however much unauthenticated clients ask for, nothing else waits for it. */
export const ranks = { first: 0, unauthenticated: 1 } as const;

export type Rank = (typeof ranks)[keyof typeof ranks];

/** Named in a condition, so that the index serves what comes after it. */
export const anyRank: readonly Rank[] = Object.values(ranks);

const columns = [
	"id",
	"kind",
	"target",
	"subject_id as subjectId",
	"payload_sealed as payloadSealed",
	"state",
	"rank",
	"attempts",
	"unanswered",
	"created_at as createdAt",
	"next_at as nextAt",
	"expires_at as expiresAt",
	"lease_until as leaseUntil",
	"last_status as lastStatus",
] as const;

export type Delivery = Selection<Tables, "deliveries", (typeof columns)[number]>;
/** A delivery as it was when this instance took it, with the lease. */
type Held = Pick<Delivery, "id" | "leaseUntil" | "unanswered">;

export async function insertDelivery(
	queries: Queryable,
	{
		id,
		kind,
		target,
		subjectId,
		rank,
		payloadSealed,
		createdAt,
		expiresAt,
	}: Pick<
		Delivery,
		"id" | "kind" | "target" | "subjectId" | "rank" | "payloadSealed" | "createdAt" | "expiresAt"
	>,
): Promise<void> {
	await queries
		.insertInto("deliveries")
		.values({
			id,
			kind,
			target,
			subject_id: subjectId,
			payload_sealed: payloadSealed,
			state: "waiting",
			rank,
			created_at: createdAt,
			next_at: createdAt,
			expires_at: expiresAt,
		})
		.execute();
}

/** Those of a target that may be worked on now: waiting, due, and held by no instance. */
function due(queries: Queryable, target: string, now: number) {
	return queries
		.selectFrom("deliveries")
		.select("id")
		.where("state", "=", "waiting")
		.where("target", "=", target)
		.where("next_at", "<=", now)
		.where((either) => either.or([either("lease_until", "is", null), either("lease_until", "<=", now)]));
}

export async function isDeliveryDue(
	queries: Queryable,
	{ target, now, ofRanks }: { target: string; now: number; ofRanks: readonly Rank[] },
): Promise<boolean> {
	if (ofRanks.length === 0) return false;
	const found = due(queries, target, now).where("rank", "in", ofRanks).limit(1);
	return (await found.executeTakeFirst()) !== undefined;
}

/** Takes the next one of these ranks, for this instance alone. `except`: those that it is at, even if its clock has jumped. */
export async function claimDelivery(
	queries: Queryable,
	dialect: Dialect,
	{
		target,
		now,
		leaseUntil,
		ofRanks,
		except = [],
	}: {
		target: string;
		now: number;
		leaseUntil: number;
		ofRanks: readonly Rank[];
		except?: readonly string[];
	},
): Promise<Delivery | null> {
	if (ofRanks.length === 0) return null;
	let next = due(queries, target, now)
		.where("rank", "in", ofRanks)
		.orderBy("rank")
		.orderBy("next_at")
		.orderBy("id")
		.limit(1);
	if (except.length > 0) next = next.where("id", "not in", except);
	const row = await queries
		.updateTable("deliveries")
		.set(({ eb, val }) => ({ lease_until: leaseUntil, attempts: eb("attempts", "+", val(1)) }))
		// SQLite has one writer at a time, and no row locks.
		.where("id", "=", dialect === "postgres" ? next.forUpdate().skipLocked() : next)
		.returning(columns)
		.executeTakeFirst();
	return row ?? null;
}

function held(queries: Queryable, { id, leaseUntil }: Pick<Held, "id" | "leaseUntil">) {
	return queries.updateTable("deliveries").where("id", "=", id).where("lease_until", "=", leaseUntil);
}

/** An attempt begins that may arrive whatever happens to this instance. False: another one has taken over. */
export async function beginAttempt(queries: Queryable, delivery: Held): Promise<boolean> {
	const { numUpdatedRows } = await held(queries, delivery)
		.set({ unanswered: delivery.unanswered + 1 })
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

/** What came of an attempt. `answered`: it is known whether it has arrived. */
export async function settleDelivery(
	queries: Queryable,
	delivery: Held,
	{
		state,
		nextAt,
		status,
		answered,
	}: { state: Delivery["state"]; nextAt: number; status: string; answered: boolean },
): Promise<boolean> {
	const { numUpdatedRows } = await held(queries, delivery)
		.set({
			state,
			next_at: nextAt,
			last_status: status,
			lease_until: null,
			...(answered ? { unanswered: delivery.unanswered } : {}),
			...(state === "sent" ? { payload_sealed: null } : {}),
		})
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

/** Gives it back without an attempt. */
export async function releaseDelivery(
	queries: Queryable,
	delivery: Held,
	{ nextAt, status }: { nextAt: number; status: string },
): Promise<void> {
	const back = { lease_until: null, next_at: nextAt, last_status: status };
	await held(queries, delivery).set(back).execute();
}

/** Whom it is for, now that it was looked up. False: another instance has taken over. */
export async function writeRecipient(
	queries: Queryable,
	delivery: Held,
	{ subjectId, expiresAt, sealed }: { subjectId: string; expiresAt: number; sealed: string },
): Promise<boolean> {
	const { numUpdatedRows } = await held(queries, delivery)
		.set({ subject_id: subjectId, expires_at: expiresAt, payload_sealed: sealed })
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

export async function removeDelivery(queries: Queryable, { id, leaseUntil }: Held): Promise<void> {
	await queries.deleteFrom("deliveries").where("id", "=", id).where("lease_until", "=", leaseUntil).execute();
}

/** All that are about a user and were not sent. Of those that were, only the user's id is left. */
export async function removeDeliveriesAbout(queries: Queryable, userId: string): Promise<void> {
	const about = queries.deleteFrom("deliveries").where("subject_id", "=", userId);
	await about.where("payload_sealed", "is not", null).execute();
}

export async function removeDeliveriesDoneBefore(
	queries: Queryable,
	target: string,
	time: number,
): Promise<void> {
	const which = queries
		.selectFrom("deliveries")
		.where("target", "=", target)
		.where("state", "in", ["sent", "failed"])
		.where("rank", "in", anyRank)
		.where("next_at", "<", time);
	await removeRows(queries, "deliveries", ["id"], which);
}

/** Its payload does not open any more. */
export async function failUnreadable(
	queries: Queryable,
	id: string,
	now: number,
): Promise<Pick<Delivery, "kind" | "target" | "subjectId"> | null> {
	const failed = { state: "failed" as const, next_at: now, lease_until: null, last_status: "unreadable" };
	const row = await queries
		.updateTable("deliveries")
		.set({ ...failed, payload_sealed: null })
		.where("id", "=", id)
		.where("state", "=", "waiting")
		.returning(["kind", "target", "subject_id as subjectId"])
		.executeTakeFirst();
	return row ?? null;
}
