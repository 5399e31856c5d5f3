import { lockUser } from "../../identity/user/user-store.ts";
import type { Client, RecordEvent } from "../../platform/audit/audit.ts";
import { isUniqueViolation } from "../../platform/database/error-codes.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import { CLOCKS_APART } from "../../platform/lib/clock.ts";
import type { Platform } from "../../platform/platform.ts";
import { assignStatusListEntry, type StatusListEntry } from "../status-list/status-list-entries.ts";
import { requireStillLive } from "./require-session.ts";
import { type Principal, type Session, subjectOf } from "./session.ts";
import { enterSession, keepSessionEntered } from "./session-life-store.ts";

/**
 * Prepares a cookie session for a token, which ends with it: an entry in a status list tells offline verifiers. Where no token of
 * the session lives, the entry is a new one in the list of the day: sessions that last for weeks would otherwise keep the lists of
 * weeks in use, and verifiers fetch them all. Writes at most once per lifetime of a token.
 */
export function createEnterStatusList({ config: { tokenLifetime }, clock, random, audit }: Platform) {
	async function enter(
		queries: Queryable,
		record: RecordEvent,
		{ session, now, client }: { session: Session; now: number; client: Client },
	): Promise<StatusListEntry | null> {
		const { id, userId, kind } = session;
		const tokens = { id, now, until: now + 2 * tokenLifetime + CLOCKS_APART };
		const kept = await keepSessionEntered(queries, tokens);
		if (kept !== null) return kept;
		const isFirst = session.statusListEntry === null;
		const created = {
			event: "authn_token_created",
			userId,
			sessionId: id,
			client,
			detail: { kind },
		} as const;
		let entered = null as StatusListEntry | null;
		await assignStatusListEntry(queries, { clock, random }, async (entry) => {
			if (await enterSession(queries, { ...tokens, entry })) {
				entered = entry;
				if (isFirst) await record(created);
				return true;
			}
			// Another session has the entry, or another request came first, or the session has ended.
			entered = await keepSessionEntered(queries, tokens);
			if (entered !== null) return true;
			await requireStillLive(queries, session, now);
			return false;
		});
		return entered;
	}

	/**
	 * Resolves with the session, and with its user, as its token shows them. The user is read again under the lock of the row: a role or a
	 * group that was taken away since the request began ended no session without tokens. Throws session_ended.
	 */
	return async function enterStatusList({ user, session }: Principal, client: Client) {
		const now = clock();
		const idleExpiresAt = Math.min(now + tokenLifetime, session.idleExpiresAt, session.expiresAt);
		if (session.tokensUntil !== null && idleExpiresAt + CLOCKS_APART <= session.tokensUntil)
			return { user, session: { ...session, idleExpiresAt } };
		const transact = () =>
			audit.transact(async (queries, record) => {
				const current = await lockUser(queries, user.id);
				if (current === null) throw new LoginError("session_ended", { subject: subjectOf(session) });
				const statusListEntry = await enter(queries, record, { session, now, client });
				return { user: current, session: { ...session, statusListEntry, idleExpiresAt } };
			});
		return transact().catch((error: unknown) => {
			// Another session took the entry in the same moment, which this transaction could not see.
			if (isUniqueViolation(error)) return transact();
			throw error;
		});
	};
}
