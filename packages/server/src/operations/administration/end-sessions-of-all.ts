import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import { listLiveSessionIds } from "../../credentials/session/session-store.ts";
import type { Uses } from "../uses.ts";

/** Sessions that end in one transaction; logins continue between two. */
const BATCH = 500;

/** Ends sessions of all users; resolves with their number. */
export function createEndSessionsOfAll({
	opened: { database },
	audit,
	clock,
}: Uses<"opened" | "audit" | "clock">) {
	async function end(tokensBy: number | null): Promise<number> {
		let ended = 0;
		for await (const found of listLiveSessionIds(database, { tokensBy, clock, most: BATCH })) {
			const ids = found.map(({ id }) => id);
			ended += await audit.transact((queries, record) =>
				revokeSessions(queries, record, { ids }, { reason: "revoked_by_admin", now: clock() }),
			);
		}
		return ended;
	}
	return {
		/** Ends also the sessions of an instance whose clock is ahead. */
		ofBothKinds: () => end(null),
		/** Those that have begun by now: later ones are signed by other keys. */
		ofTokens: () => end(clock()),
	};
}
