import type { CallOptions, Connection } from "./connection.ts";
import type { EndedAnswer, MessageAnswer, SessionList } from "./contract.generated.ts";

export type ListedSession = SessionList["sessions"][number];

/** The user's live sessions of both kinds, 100 at most: the one of this client, then the most recently used first. */
export async function sessions({ send }: Connection, options?: CallOptions): Promise<ListedSession[]> {
	return (await send("GET /api/auth/sessions", options)).sessions;
}

/** Rejects with `reauthentication_required` when the password was last given too long ago; `not_found`; … */
export function endSession({ send }: Connection, id: string, options?: CallOptions): Promise<MessageAnswer> {
	return send("DELETE /api/auth/sessions/{id}", { ...options, id });
}

/** Ends all but the session of this client. Rejects as `endSession` does. */
export function endOtherSessions({ send }: Connection, options?: CallOptions): Promise<EndedAnswer> {
	return send("DELETE /api/auth/sessions", options);
}
