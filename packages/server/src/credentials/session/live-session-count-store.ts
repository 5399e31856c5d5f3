import { setImmediate as breathe } from "node:timers/promises";
import type { Queryable } from "../../platform/database/tables.ts";

/** Rows looked at in one go: about a millisecond, in which SQLite lets nothing else happen. */
const PAGE_ROWS = 250;
const MOST_ROWS = 100_000;

/**
 * Counts the live sessions of all users, for metrics. It walks the index of absolute ends, from now on, in pages, and
 * lets other work happen between them: what ran out long ago is never touched, and no page takes longer in a longer table.
 * After 100,000 rows it gives up, and `complete` is false. Rows are judged here and not in the query, lest the database
 * choose another index and read all of it for every page.
 */
export async function countLiveSessions(
	queries: Queryable,
	now: number,
	/** Looked at in one go, and in all. */
	{ pageRows, mostRows } = { pageRows: PAGE_ROWS, mostRows: MOST_ROWS },
): Promise<{ cookie: number; token: number; complete: boolean }> {
	const counted = { cookie: 0, token: 0 };
	let last: Cursor = null;
	for (let looked = 0; looked < mostRows; looked += pageRows) {
		const page = await readPage(queries, now, last, pageRows);
		for (const row of page) if (row.ended_at === null && row.idle_expires_at > now) counted[row.kind] += 1;
		last = page.at(-1) ?? null;
		if (last === null || page.length < pageRows) return { ...counted, complete: true };
		await breathe();
	}
	return { ...counted, complete: false };
}

type Cursor = { expires_at: number; id: string } | null;

function readPage(queries: Queryable, now: number, after: Cursor, rows: number) {
	const query = queries
		.selectFrom("sessions")
		.select(["id", "kind", "expires_at", "idle_expires_at", "ended_at"])
		.orderBy("expires_at")
		.orderBy("id")
		.limit(rows);
	const page =
		after === null
			? query.where("expires_at", ">", now)
			: query
					.where("expires_at", ">=", after.expires_at)
					.where(({ eb, or }) => or([eb("expires_at", ">", after.expires_at), eb("id", ">", after.id)]));
	return page.execute();
}
