import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import { liveness, type PrincipalWithClient } from "../../credentials/session/session.ts";
import { listEveryLiveSession } from "../../credentials/session/session-store.ts";
import type { RecordEvent, Transact } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Clock } from "../../platform/lib/clock.ts";

/** What an operator may do to sessions of either kind (ASVS 7.4.5); in force everywhere with the next call. */
export interface SessionAdministration {
	/** The live ones, the most recently used first. */
	list(): Promise<PrincipalWithClient[]>;
	/** Throws not_found when no such session lives. */
	end(id: string): Promise<void>;
	/** Of all users. Logins go on meanwhile, so it takes one short transaction per user. */
	endAll(): Promise<{ ended: number }>;
}

export function createSessionAdministration(dependencies: {
	database: Queryable;
	transact: Transact;
	clock: Clock;
}): SessionAdministration {
	const { database, transact, clock } = dependencies;

	async function list(): Promise<PrincipalWithClient[]> {
		const now = clock();
		const found = await listEveryLiveSession(database, now);
		return found.filter(({ session }) => liveness(session, now) === "live");
	}

	const end = (queries: Queryable, record: RecordEvent, which: { ids: string[] } | { userId: string }) =>
		revokeSessions(queries, record, which, { reason: "revoked_by_admin", now: clock() });

	return {
		list,
		async end(id) {
			const ended = await transact((queries, record) => end(queries, record, { ids: [id] }));
			if (ended === 0)
				throw new LoginError("not_found", { message: "There is no live session with this id." });
		},
		async endAll() {
			let ended = 0;
			for (const userId of new Set((await list()).map(({ user }) => user.id))) {
				ended += await transact((queries, record) => end(queries, record, { userId }));
			}
			return { ended };
		},
	};
}
