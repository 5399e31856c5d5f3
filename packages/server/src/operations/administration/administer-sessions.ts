import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import { liveness } from "../../credentials/session/session.ts";
import { listEveryLiveSession } from "../../credentials/session/session-store.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Uses } from "../uses.ts";
import { createEndSessionsOfAll } from "./end-sessions-of-all.ts";

/** What an operator may do to sessions of either kind (ASVS 7.4.5); in force everywhere with the next call. */
export function createSessionAdministration({ opened, audit, clock }: Uses<"opened" | "audit" | "clock">) {
	const endSessionsOfAll = createEndSessionsOfAll({ opened, audit, clock });

	return {
		/** The live ones of all users or of one, the most recently used first, a page at a time. */
		async *list(userId?: string) {
			const now = clock();
			for await (const found of listEveryLiveSession(opened.database, now, userId))
				yield found.filter(({ session }) => liveness(session, now) === "live");
		},

		/** Throws not_found when no such session lives. */
		async end(id: string) {
			const ended = await audit.transact((queries, record) =>
				revokeSessions(queries, record, { ids: [id] }, { reason: "revoked_by_admin", now: clock() }),
			);
			if (ended === 0) throw new LoginError("not_found", "There is no live session with this id.");
		},

		/** Of all users. */
		endAll: async () => ({ ended: await endSessionsOfAll.ofBothKinds() }),
	};
}
