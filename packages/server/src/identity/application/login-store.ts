/** Which applications a session was used to log in to. */
import type { Queryable } from "../../platform/database/tables.ts";

export interface ApplicationLogin {
	sessionId: string;
	clientId: string;
	userId: string;
	/** What the application knows the session by. */
	sid: string;
	grantId: string | null;
}

const columns = [
	"session_id as sessionId",
	"client_id as clientId",
	"user_id as userId",
	"sid",
	"grant_id as grantId",
] as const;

export function listApplicationLogins(queries: Queryable, sessionId: string): Promise<ApplicationLogin[]> {
	return queries.selectFrom("oidc_sessions").select(columns).where("session_id", "=", sessionId).execute();
}

export async function writeApplicationLogin(
	queries: Queryable,
	{ sessionId, clientId, userId, sid, grantId, now }: ApplicationLogin & { now: number },
): Promise<void> {
	const known = { sid, grant_id: grantId, last_used_at: now };
	await queries
		.insertInto("oidc_sessions")
		.values({ session_id: sessionId, client_id: clientId, user_id: userId, ...known, started_at: now })
		.onConflict((conflict) => conflict.columns(["session_id", "client_id"]).doUpdateSet(known))
		.execute();
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
