import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import type { Principal } from "../../credentials/session/session.ts";
import { findSessionById } from "../../credentials/session/session-store.ts";
import { endOfflineAccess } from "../../identity/application/grant-store.ts";
import type { Client } from "../../platform/audit/audit.ts";
import { LoginError } from "../../platform/errors.ts";
import { isUuid } from "../../platform/lib/random.ts";
import type { Parts } from "../uses.ts";

/** The ways in which a user ends sessions. In force everywhere as soon as the answer is sent. */
export function createEndSession({
	opened: { reads },
	clock,
	random,
	audit,
	countOwnChange,
	requireFresh,
}: Parts) {
	const { transact } = audit;

	function requireRecentAuthentication({ session }: Principal): Promise<void> {
		// The password is enough: to end a stolen session must not take the phone.
		return requireFresh(reads, session, { secondFactorAt: null });
	}

	return {
		async logOut({ session }: Principal, client: Client): Promise<void> {
			const end = { reason: "logout", now: clock(), client } as const;
			await transact((queries, record) => revokeSessions(queries, record, { ids: [session.id] }, end));
		},
		/** Throws not_found for ids that are unknown, dead or another user's; reauthentication_required, rate_limited. */
		async one(principal: Principal, sessionId: string, client: Client): Promise<void> {
			await requireRecentAuthentication(principal);
			const ended = await transact(async (queries, record) => {
				if (!isUuid(sessionId)) return 0;
				const found = await findSessionById(queries, sessionId);
				if (found?.user.id !== principal.user.id) {
					if (found === null) return 0;
					// With two accounts, one could fill the audit log.
					await countOwnChange(queries, principal.user.id);
					await record({ event: "malicious_direct_reference", userId: principal.user.id, client });
					return 0;
				}
				// Access that outlives its session is a login elsewhere, too; a logout here leaves it.
				if (sessionId !== principal.session.id) await endOfflineAccess(queries, found.user.id, random);
				const end = { reason: "revoked", now: clock(), client } as const;
				return revokeSessions(queries, record, { ids: [sessionId] }, end);
			});
			if (ended === 0) throw new LoginError("not_found", "You have no live session with this id.");
		},
		/** Ends all but the current one; returns how many. Throws reauthentication_required. */
		async others(principal: Principal, client: Client): Promise<number> {
			await requireRecentAuthentication(principal);
			const { user, session } = principal;
			return transact(async (queries, record) => {
				// Access that outlives its session is a login elsewhere, too.
				await endOfflineAccess(queries, user.id, random);
				const which = { userId: user.id, exceptId: session.id };
				return revokeSessions(queries, record, which, { reason: "revoked", now: clock(), client });
			});
		},
	};
}
