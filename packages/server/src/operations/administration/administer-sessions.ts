import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import { expiryOf, liveness } from "../../credentials/session/session.ts";
import type { SessionFilter } from "../../credentials/session/session-filter.ts";
import {
	findSessionWithClient,
	listEveryLiveSession,
	pageOfSessions,
} from "../../credentials/session/session-page-store.ts";
import { findSessionById } from "../../credentials/session/session-store.ts";
import { endEveryGrant, endOfflineAccess } from "../../identity/application/grant-store.ts";
import { findAdminAmong } from "../../identity/user/user-store.ts";
import type { PageOf } from "../../platform/database/keyset-page.ts";
import { LoginError } from "../../platform/errors.ts";
import { isUuid } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import type { UserAdministration } from "./administer-users.ts";
import { requireInReach, requireStillInReach } from "./change-user.ts";
import { createEndSessionsOfAll } from "./end-sessions-of-all.ts";

/**
 * What an operator may do to sessions of either kind (ASVS 7.4.5); in force everywhere with the next call. Access that outlives
 * the session ends too, whether or not a session lives: it may be what was stolen.
 */
export function createSessionAdministration({
	opened,
	audit,
	clock,
	random,
	users,
}: Platform & { users: Pick<UserAdministration, "endSessions"> }) {
	const endSessionsOfAll = createEndSessionsOfAll({ opened, audit, clock });

	return {
		/** The live ones of all users or of one, the most recently used first. */
		async list(userId?: string) {
			const found = (await Array.fromAsync(listEveryLiveSession(opened.reads, clock(), userId))).flat();
			return found.sort(
				({ session: one }, { session: other }) =>
					other.lastSeenAt - one.lastSeenAt || (one.id < other.id ? 1 : -1),
			);
		},

		page: (filter: SessionFilter, of: PageOf) =>
			pageOfSessions(opened.reads, filter, { ...of, now: clock() }),

		/** Whether it lives or not. One that has run out shows its end before that is written. Throws not_found. */
		async find(id: string) {
			const found = isUuid(id) ? await findSessionWithClient(opened.reads, id) : null;
			if (found === null) throw new LoginError("not_found", "There is no session with this id.");
			if (found.session.endedAt !== null || liveness(found.session, clock()) === "live") return found;
			return { ...found, session: { ...found.session, ...expiryOf(found.session) } };
		},

		/** Throws not_found when no such session lives. */
		async end(id: string) {
			const ended = await audit.transact(async (queries, record) => {
				const found = isUuid(id) ? await findSessionById(queries, id) : null;
				if (found === null) return 0;
				await requireStillInReach(queries, found.user.id, audit.actor);
				await endOfflineAccess(queries, found.user.id, random);
				const end = { reason: "revoked_by_admin", now: clock() } as const;
				return revokeSessions(queries, record, { ids: [id] }, end);
			});
			if (ended === 0)
				throw new LoginError("not_found", {
					missing: "session",
					message: "There is no live session with this id.",
				});
		},

		/** Of some users, each in a transaction of its own, but for one session. Unknown ids are passed over. */
		async endOf(userIds: readonly string[], exceptId?: string): Promise<{ ended: number }> {
			const ids = userIds.filter(isUuid);
			// Before any of them: a key that may not reach one of them ends none.
			const admin = await findAdminAmong(opened.database, ids);
			if (admin !== null) requireInReach(admin, audit.actor);
			let ended = 0;
			for (const id of ids)
				try {
					ended += (await users.endSessions({ id }, exceptId)).ended;
				} catch (error) {
					if (!(error instanceof LoginError && error.code === "not_found")) throw error;
				}
			return { ended };
		},

		/** Of all users, and all that applications have. */
		async endAll(): Promise<{ ended: number }> {
			const ended = await endSessionsOfAll.ofBothKinds();
			await audit.transact((queries) => endEveryGrant(queries, clock()));
			return { ended };
		},
	};
}
