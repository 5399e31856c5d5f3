import type { Client, RecordEvent } from "../../platform/audit/audit.ts";
import { inBatches } from "../../platform/database/in-batches.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { insertRevocations } from "../status-list/status-list-store.ts";
import type { EndReason, Session } from "./session.ts";
import { type EndedSession, endSessions, type WhichSessions } from "./session-life-store.ts";

/** Sessions over the limit are one event for all (excess_sessions_exceeded). */
export type RecordedReason = Exclude<EndReason, "over_limit">;

/** Audit events in one call: it takes them as arguments, and a user may have thousands of sessions. */
const EVENTS_AT_ONCE = 1000;

/**
 * Ends sessions and marks their tokens in the status lists. Sessions that had expired, but were not marked yet, are recorded as
 * expired; their tokens are marked too, because they may say a later time. Part of a transaction. Resolves with those that end for this
 * reason.
 */
export async function endAndRevoke(
	queries: Queryable,
	record: RecordEvent,
	which: WhichSessions,
	end: { reason: EndReason; now: number },
): Promise<EndedSession[]> {
	const all = await endSessions(queries, which, end);
	const expired = all.flatMap(({ id, userId, reason }) =>
		reason === "idle" || reason === "absolute"
			? [{ event: "session_expired", userId, sessionId: id, detail: { reason } } as const]
			: [],
	);
	for (const some of inBatches(expired, EVENTS_AT_ONCE)) await record(...some);
	await revokeLivingTokens(queries, all, end.now);
	return all.filter(({ reason }) => reason === end.reason);
}

/** Marks the tokens of these sessions that have not expired by themselves. */
export async function revokeLivingTokens(
	queries: Queryable,
	ended: ReadonlyArray<Pick<EndedSession, "statusListEntry" | "tokensUntil">>,
	now: number,
): Promise<void> {
	const revocations = ended.flatMap(({ statusListEntry, tokensUntil }) =>
		statusListEntry === null || tokensUntil <= now ? [] : [{ ...statusListEntry, expiresAt: tokensUntil }],
	);
	await insertRevocations(queries, revocations);
}

/** Ends and revokes sessions, with an audit event for each. Part of a transaction. Resolves with their number. */
export async function revokeSessions(
	queries: Queryable,
	record: RecordEvent,
	which: WhichSessions,
	{ reason, now, client = null }: { reason: RecordedReason; now: number; client?: Client | null },
): Promise<number> {
	const ended = await endAndRevoke(queries, record, which, { reason, now });
	for (const some of inBatches(ended, EVENTS_AT_ONCE)) {
		await record(
			...some.map(({ id, userId, kind }) => {
				return { ...eventOf(kind, reason), userId, sessionId: id, client };
			}),
		);
	}
	return ended.length;
}

function eventOf(kind: Session["kind"], reason: RecordedReason) {
	if (kind === "token") return { event: "authn_token_revoked", detail: { reason } } as const;
	return reason === "logout"
		? ({ event: "session_logout", detail: { reason } } as const)
		: ({ event: "session_ended", detail: { reason } } as const);
}
