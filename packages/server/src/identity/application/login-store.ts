/** Which applications a session was used to log in to. */
import { compileNamed } from "../../platform/database/compile-once.ts";
import type { Queryable } from "../../platform/database/tables.ts";

export interface ApplicationLogin {
	sessionId: string;
	clientId: string;
	userId: string;
	/** The id by which the application knows the session. */
	sid: string;
	grantId: string;
}

const columns = [
	"session_id as sessionId",
	"client_id as clientId",
	"user_id as userId",
	"sid",
	"grant_id as grantId",
] as const;

const listOfSession = compileNamed<ApplicationLogin, { sessionId: string }>((queries, { sessionId }) =>
	queries.selectFrom("oidc_sessions").select(columns).where("session_id", "=", sessionId),
);

export function listApplicationLogins(queries: Queryable, sessionId: string): Promise<ApplicationLogin[]> {
	return listOfSession(queries, { sessionId });
}

type Use = Pick<ApplicationLogin, "sessionId" | "clientId"> & { now: number };

const useLogin = compileNamed<ApplicationLogin, Use>((queries, { sessionId, clientId, now }) =>
	queries
		.updateTable("oidc_sessions")
		.set({ last_used_at: now })
		.where("session_id", "=", sessionId)
		.where("client_id", "=", clientId)
		.returning(columns),
);

/** The login of this session to this application, used now; null: there is none yet. */
export async function useApplicationLogin(queries: Queryable, use: Use): Promise<ApplicationLogin | null> {
	const [login] = await useLogin(queries, use);
	return login ?? null;
}

/** The login of this session to this application, as the first of several requests has made it. */
export async function ensureApplicationLogin(
	queries: Queryable,
	{ sessionId, clientId, userId, sid, grantId, now }: ApplicationLogin & { now: number },
): Promise<ApplicationLogin> {
	return queries
		.insertInto("oidc_sessions")
		.values({
			session_id: sessionId,
			client_id: clientId,
			user_id: userId,
			sid,
			grant_id: grantId,
			started_at: now,
			last_used_at: now,
		})
		.onConflict((conflict) =>
			conflict.columns(["session_id", "client_id"]).doUpdateSet({ last_used_at: now }),
		)
		.returning(columns)
		.executeTakeFirstOrThrow();
}

/** Ends the logins of these sessions, or those of a user or of everyone to one application; resolves with those to be told of. */
export async function removeApplicationLogins(
	queries: Queryable,
	which: { ofSessions: readonly string[] } | { ofUser: string; clientId: string } | { ofClient: string },
): Promise<ApplicationLogin[]> {
	let removal = queries.deleteFrom("oidc_sessions");
	if ("ofSessions" in which) {
		if (which.ofSessions.length === 0) return [];
		removal = removal.where("session_id", "in", which.ofSessions);
	} else if ("ofUser" in which)
		removal = removal.where("user_id", "=", which.ofUser).where("client_id", "=", which.clientId);
	else removal = removal.where("client_id", "=", which.ofClient);
	return removal.returning(columns).execute();
}
