import { inPiecesOfRound } from "../../platform/database/in-pieces.ts";
import type { Queryable } from "../../platform/database/tables.ts";

/** Sessions that are looked at in one go: it takes some milliseconds. */
const STRETCH = 5000;

interface Which {
	createdBefore: number;
	now: number;
}

/** Entries of a list: those after `after`, up to and with `upTo`; null: to the last. */
interface Stretch {
	list: string;
	after: number;
	upTo: number | null;
}

/**
 * Removes lists created before that time that no live token names and that have no revocations left. An entry that no token names gets
 * no other one by then, so it is looked at in pieces: all sessions of a list at once held up an SQLite deployment for 2 s per million.
 */
export function createRemoveUnusedLists(queries: Queryable) {
	/** The list up to which all were looked at, and how far the look at the next one has come. */
	let done = "";
	let within: { list: string; upTo: number } | null = null;

	/** Resolves with whether there is more to look at. */
	async function lookFurther({ createdBefore, now }: Which): Promise<boolean> {
		const list = await findList(queries, { after: done, createdBefore });
		if (list === null) {
			done = "";
			return false;
		}
		const after = within?.list === list ? within.upTo : -1;
		const upTo = await findEnd(queries, list, after);
		const isUsed = await isNamed(queries, { list, after, upTo }, now);
		if (!isUsed && upTo !== null) {
			within = { list, upTo };
			return true;
		}
		if (!isUsed) await queries.deleteFrom("status_lists").where("id", "=", list).execute();
		within = null;
		done = list;
		return true;
	}

	/** What a round has no time for is left to the next. */
	return (which: Which): Promise<void> => inPiecesOfRound(() => lookFurther(which));
}

async function findList(
	queries: Queryable,
	{ after, createdBefore }: { after: string; createdBefore: number },
): Promise<string | null> {
	const row = await queries
		.selectFrom("status_lists")
		.select("id")
		.where("id", ">", after)
		.where("created_at", "<", createdBefore)
		.where(({ exists, not, selectFrom }) => {
			const revoked = selectFrom("status_revocations").select("status_index");
			return not(exists(revoked.whereRef("status_list", "=", "status_lists.id")));
		})
		.orderBy("id")
		.limit(1)
		.executeTakeFirst();
	return row?.id ?? null;
}

const entriesAfter = (queries: Queryable, list: string, after: number) =>
	queries.selectFrom("sessions").where("status_list", "=", list).where("status_index", ">", after);

async function findEnd(queries: Queryable, list: string, after: number): Promise<number | null> {
	const row = await entriesAfter(queries, list, after)
		.select("status_index")
		.orderBy("status_index")
		.limit(1)
		.offset(STRETCH)
		.executeTakeFirst();
	return row?.status_index ?? null;
}

async function isNamed(queries: Queryable, { list, after, upTo }: Stretch, now: number): Promise<boolean> {
	let named = entriesAfter(queries, list, after)
		.select("id")
		.where("ended_at", "is", null)
		.where(({ eb, or }) => or([eb("tokens_until", "is", null), eb("tokens_until", ">", now)]))
		.limit(1);
	if (upTo !== null) named = named.where("status_index", "<=", upTo);
	return (await named.executeTakeFirst()) !== undefined;
}
