import { setImmediate as breathe } from "node:timers/promises";
import type { Queryable } from "../../platform/database/tables.ts";

/** Rows looked at in one go: about a millisecond, in which SQLite lets nothing else happen. */
const PAGE_ROWS = 250;
const MOST_ROWS = 100_000;

/**
 * Counts the live sessions of all users, for metrics. It walks the index of absolute ends, from now on, in pages, and
 * lets other work happen between them: what ran out long ago is never touched, and no page takes longer in a longer table.
 * After `mostRows` it gives up, and `complete` is false. Rows are judged here and not in the query: the database could
 * choose another index for it, and read all of it for every page.
 */
export async function countLiveSessions(
	queries: Queryable,
	now: number,
	{ pageRows = PAGE_ROWS, mostRows = MOST_ROWS } = {},
): Promise<{ cookie: number; token: number; complete: boolean }> {
	const counted = { cookie: 0, token: 0 };
	// From the next millisecond on: a session has run out at the very moment of its end.
	let last = { expires_at: now + 1, id: "" };
	for (let looked = 0; looked < mostRows; looked += pageRows) {
		const page = await readPage(queries, last, pageRows);
		for (const row of page) if (row.ended_at === null && row.idle_expires_at > now) counted[row.kind] += 1;
		last = page.at(-1) ?? last;
		if (page.length < pageRows) return { ...counted, complete: true };
		await breathe();
	}
	return { ...counted, complete: false };
}

function readPage(queries: Queryable, { expires_at, id }: { expires_at: number; id: string }, rows: number) {
	return queries
		.selectFrom("sessions")
		.select(["id", "kind", "expires_at", "idle_expires_at", "ended_at"])
		.where("expires_at", ">=", expires_at)
		.where(({ eb, or }) => or([eb("expires_at", ">", expires_at), eb("id", ">", id)]))
		.orderBy("expires_at")
		.orderBy("id")
		.limit(rows)
		.execute();
}
