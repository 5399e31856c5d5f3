import type { RecordEvent, Transact } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import { LoginError } from "../errors.ts";
import type { Clock } from "../lib/clock.ts";
import { liveness, type Principal } from "../session/session.ts";
import { endSessions, findSessionById, listEveryLiveSession } from "../session/session-store.ts";

/** What an operator may do to sessions of either kind (ASVS 7.4.5); in force everywhere with the next call. */
export interface SessionAdministration {
	/** The live ones, the most recently used first. */
	list(): Promise<Principal[]>;
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
	const reason = "revoked_by_admin";

	async function list(): Promise<Principal[]> {
		const now = clock();
		const found = await listEveryLiveSession(database, now);
		return found.filter(({ session }) => liveness(session, now) === "live");
	}

	async function end(
		queries: Queryable,
		record: RecordEvent,
		userId: string,
		which: { ids: string[] } | { userId: string },
	): Promise<number> {
		const ids = await endSessions(queries, which, { reason, now: clock() });
		for (const sessionId of ids)
			await record({ event: "session_ended", userId, sessionId, detail: { reason } });
		return ids.length;
	}

	return {
		list,
		async end(id) {
			const ended = await transact(async (queries, record) => {
				const found = await findSessionById(queries, id);
				return found === null ? 0 : end(queries, record, found.user.id, { ids: [id] });
			});
			if (ended === 0)
				throw new LoginError("not_found", { message: "There is no live session with this id." });
		},
		async endAll() {
			let ended = 0;
			for (const userId of new Set((await list()).map(({ user }) => user.id))) {
				ended += await transact((queries, record) => end(queries, record, userId, { userId }));
			}
			return { ended };
		},
	};
}
