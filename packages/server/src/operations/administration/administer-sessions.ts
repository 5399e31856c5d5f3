import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import { liveness } from "../../credentials/session/session.ts";
import { listEveryLiveSession } from "../../credentials/session/session-store.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Uses } from "../uses.ts";

/** What an operator may do to sessions of either kind (ASVS 7.4.5); in force everywhere with the next call. */
export function createSessionAdministration({ opened, audit, clock }: Uses<"opened" | "audit" | "clock">) {
	const { transact } = audit;
	const end = (queries: Queryable, record: RecordEvent, which: { ids: string[] } | { userId: string }) =>
		revokeSessions(queries, record, which, { reason: "revoked_by_admin", now: clock() });

	/** The live ones of all users or of one, the most recently used first. */
	async function list(userId?: string) {
		const now = clock();
		const found = await listEveryLiveSession(opened.database, now, userId);
		return found.filter(({ session }) => liveness(session, now) === "live");
	}

	return {
		list,

		/** Throws not_found when no such session lives. */
		async end(id: string) {
			const ended = await transact((queries, record) => end(queries, record, { ids: [id] }));
			if (ended === 0) throw new LoginError("not_found", "There is no live session with this id.");
		},

		/** Of all users. Logins go on meanwhile, so it takes one short transaction per user. */
		async endAll() {
			let ended = 0;
			for (const userId of new Set((await list()).map(({ user }) => user.id))) {
				ended += await transact((queries, record) => end(queries, record, { userId }));
			}
			return { ended };
		},
	};
}
