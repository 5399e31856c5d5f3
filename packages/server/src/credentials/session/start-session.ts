import type { Client, RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { sha256 } from "../../platform/lib/hash.ts";
import { randomSecret, randomUuid } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import { assignStatusListEntry } from "../status-list/status-list-entries.ts";
import { endAndRevoke } from "./revoke-sessions.ts";
import {
	type Session,
	type SessionKey,
	type SessionLimits,
	type SessionWithClient,
	sessionEnds,
} from "./session.ts";
import { findSessionsOverLimit } from "./session-limit-store.ts";
import { insertSession } from "./session-store.ts";

export interface StartedSession {
	session: Session;
	/** For the cookie; null for tokens. Only the client keeps it. */
	secret: string | null;
}

interface NewSession
	extends Pick<Session, "userId" | "kind" | "amr" | "previousLogin">,
		Partial<SessionLimits> {
	client: Client;
	/** When the user proved what `amr` names; now, unless given. */
	authenticatedAt?: number;
	/** The access key that starts it. */
	accessKey?: SessionKey | null;
}

/** Live sessions of one access key. */
const MOST_OF_KEY = 100;

export function createStartSession({ config, clock, random }: Platform) {
	/** Part of a transaction that has locked the user's row, so that the limit holds under parallel logins. */
	return async function startSession(
		queries: Queryable,
		record: RecordEvent,
		{ userId, kind, amr, client, previousLogin, ...given }: NewSession,
	): Promise<StartedSession> {
		const now = clock();
		const { authenticatedAt = now, absoluteLimit = null, idleLimit = null, accessKey = null } = given;
		const secret = kind === "cookie" ? randomSecret(random) : null;
		const session: SessionWithClient = {
			id: randomUuid(random),
			userId,
			kind,
			csrfReference: random(16).toString("base64url"),
			secretHash: secret === null ? null : sha256(secret),
			createdAt: now,
			authenticatedAt,
			amr,
			lastSeenAt: now,
			...sessionEnds({ kind, authenticatedAt, absoluteLimit, idleLimit }, now, config),
			endedAt: null,
			endReason: null,
			clientAddress: client.address,
			userAgent: client.userAgent,
			previousLogin,
			statusListEntry: null,
			absoluteLimit,
			idleLimit,
			tokensUntil: null,
			accessKey,
		};
		const ofPerson = kind === "cookie" ? config.cookieSessionsPerUser : config.tokenSessionsPerUser;
		const allowed = accessKey === null ? ofPerson : MOST_OF_KEY;
		const which = { userId, kind, keyId: accessKey?.id ?? null, allowed: allowed - 1, now };
		const overLimit = await findSessionsOverLimit(queries, which);
		const ended = await endAndRevoke(queries, record, { ids: overLimit }, { reason: "over_limit", now });
		const detail = { kind, allowed };
		await record(
			...ended.map(({ id }) => {
				return { event: "excess_sessions_exceeded", userId, sessionId: id, client, detail } as const;
			}),
		);
		if (kind === "cookie") await insertSession(queries, session);
		else {
			await assignStatusListEntry(queries, { clock, random }, (entry) => {
				session.statusListEntry = entry;
				return insertSession(queries, session);
			});
		}
		const event = kind === "token" ? "authn_token_created" : "session_created";
		const remembered = idleLimit === null ? {} : { remember: true };
		await record({ event, userId, sessionId: session.id, client, detail: { kind, ...remembered } });
		return { session, secret };
	};
}
