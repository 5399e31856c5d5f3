/**
 * Finds the sessions that ran out, and puts their end on record. It goes by users, whose index tells both ends of each of their
 * sessions: to look at all rows of the table at once held up an SQLite deployment for 0.2 s per million.
 */
import type { ExpressionBuilder } from "kysely";
import type { Queryable, Tables } from "../../platform/database/tables.ts";
import type { Expiry } from "./session.ts";
import { toStatusListEntry } from "./session-store.ts";

/** Sessions that are looked at in one go: it takes about a millisecond. */
const STRETCH = 5000;

/** User ids: of those after `after`, up to and with `upTo`. */
export interface Stretch {
	after: string;
	/** null: to the last. */
	upTo: string | null;
}

export async function findStretch(queries: Queryable, after: string): Promise<Stretch> {
	const row = await queries
		.selectFrom("sessions")
		.select("user_id as upTo")
		.where("user_id", ">", after)
		.orderBy("user_id")
		.limit(1)
		.offset(STRETCH)
		.executeTakeFirst();
	return { after, upTo: row?.upTo ?? null };
}

const ranOutBy =
	(now: number) =>
	({ eb, or }: ExpressionBuilder<Tables, "sessions">) =>
		or([eb("idle_expires_at", "<=", now), eb("expires_at", "<=", now)]);

/** The ids of up to `most` sessions that ran out. */
export async function findRunOut(
	queries: Queryable,
	{ after, upTo }: Stretch,
	{ now, most }: { now: number; most: number },
): Promise<string[]> {
	let open = queries
		.selectFrom("sessions")
		.select("id")
		.where("user_id", ">", after)
		.where("ended_at", "is", null)
		.where(ranOutBy(now))
		.limit(most);
	if (upTo !== null) open = open.where("user_id", "<=", upTo);
	return (await open.execute()).map(({ id }) => id);
}

/** Ends those that have still run out: a renewal may have come in between. */
export async function markExpired(queries: Queryable, ids: readonly string[], now: number) {
	const rows = await queries
		.updateTable("sessions")
		.set(({ eb, ref }) => {
			// As expiryOf has it: the earlier limit.
			const absolute = eb.case().when("expires_at", "<=", ref("idle_expires_at"));
			return {
				ended_at: absolute.then(ref("expires_at")).else(ref("idle_expires_at")).end(),
				end_reason: absolute.then("absolute").else("idle").end(),
			};
		})
		.where("id", "in", ids)
		.where("ended_at", "is", null)
		.where(ranOutBy(now))
		.returning(["id", "user_id as userId", "end_reason", "tokens_until", "status_list", "status_index"])
		.execute();
	return rows.map(({ id, userId, end_reason, tokens_until, ...entry }) => ({
		...{ id, userId, reason: end_reason as Expiry },
		statusListEntry: toStatusListEntry(entry),
		tokensUntil: tokens_until ?? 0,
	}));
}
