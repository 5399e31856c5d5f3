import type { Client, RecordEvent } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import { sha256 } from "../lib/hash.ts";
import { type Random, randomSecret, randomUuid } from "../lib/random.ts";
import { type Session, type SessionLifetimes, sessionEnds } from "./session.ts";
import { endSessions, findSessionsOverLimit, insertSession } from "./session-store.ts";

export interface StartedSession {
	session: Session;
	/** For the cookie; null for tokens. It exists only here and at the client. */
	secret: string | null;
}

export interface SessionLimits extends SessionLifetimes {
	cookieSessionsPerUser: number;
	tokenSessionsPerUser: number;
}

/** Part of a transaction that has locked the user's row, so that the limit holds under parallel logins. */
export type StartSession = (
	queries: Queryable,
	record: RecordEvent,
	of: { userId: string; kind: Session["kind"]; client: Client },
) => Promise<StartedSession>;

export function createStartSession(dependencies: {
	clock: Clock;
	random: Random;
	limits: SessionLimits;
}): StartSession {
	const { clock, random, limits } = dependencies;
	return async function startSession(queries, record, { userId, kind, client }) {
		const now = clock();
		const secret = kind === "cookie" ? randomSecret(random) : null;
		const session: Session = {
			id: randomUuid(random),
			userId,
			kind,
			csrfReference: random(16).toString("base64url"),
			secretHash: secret === null ? null : sha256(secret),
			createdAt: now,
			authenticatedAt: now,
			lastSeenAt: now,
			...sessionEnds(kind, now, now, limits),
			endedAt: null,
			endReason: null,
			clientAddress: client.address,
			userAgent: client.userAgent,
		};
		const allowed = kind === "cookie" ? limits.cookieSessionsPerUser : limits.tokenSessionsPerUser;
		const surplus = await findSessionsOverLimit(queries, { userId, kind, allowed: allowed - 1, now });
		for (const { id } of await endSessions(queries, { ids: surplus }, { reason: "over_limit", now })) {
			await record({
				event: "excess_sessions_exceeded",
				userId,
				sessionId: id,
				client,
				detail: { kind, allowed },
			});
		}
		await insertSession(queries, session);
		await record({ event: "session_created", userId, sessionId: session.id, client, detail: { kind } });
		return { session, secret };
	};
}
