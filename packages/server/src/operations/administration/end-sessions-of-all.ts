import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import { listLiveSessionIds } from "../../credentials/session/session-store.ts";
import type { Uses } from "../uses.ts";

/** Sessions that end in one transaction; logins go on between two. */
const BATCH = 500;

/** Ends the sessions of all users that have begun by now, of both kinds or of one; resolves with their number. */
export function createEndSessionsOfAll({
	opened: { database },
	audit,
	clock,
}: Uses<"opened" | "audit" | "clock">) {
	return async function endSessionsOfAll(kind?: "token"): Promise<number> {
		const which = { startedBy: clock(), clock, most: BATCH, ...(kind && { kind }) };
		let ended = 0;
		for await (const ids of listLiveSessionIds(database, which)) {
			ended += await audit.transact((queries, record) =>
				revokeSessions(queries, record, { ids }, { reason: "revoked_by_admin", now: clock() }),
			);
		}
		return ended;
	};
}
