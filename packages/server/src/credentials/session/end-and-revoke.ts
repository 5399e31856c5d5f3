import type { Queryable } from "../../platform/database/tables.ts";
import { insertRevocations } from "../status-list/status-list-store.ts";
import { type EndedSession, endSessions } from "./session-life-store.ts";

/** Ends sessions, and tells offline verifiers of those that have tokens; tells which. Part of a transaction. */
export async function endAndRevoke(
	queries: Queryable,
	which: Parameters<typeof endSessions>[1],
	end: Parameters<typeof endSessions>[2],
): Promise<EndedSession[]> {
	const ended = await endSessions(queries, which, end);
	await insertRevocations(
		queries,
		ended.flatMap(({ statusListEntry, expiresAt }) =>
			statusListEntry === null ? [] : [{ ...statusListEntry, expiresAt }],
		),
	);
	return ended;
}
