import type { CallOptions, Connection } from "./connection.ts";
import type { WhoAmI } from "./contract.generated.ts";

/** Who is logged in, and by which session. Rejects with `unauthenticated`, `session_expired`, `session_ended`, … */
export async function session(
	{ mode, send, credential }: Connection,
	options?: CallOptions,
): Promise<WhoAmI> {
	const response = await send("GET /api/auth/session", options);
	const { idleExpiresAt, lastSeenAt } = response.session;
	if (mode === "cookie") credential.confirm(Date.parse(idleExpiresAt) - Date.parse(lastSeenAt));
	return response;
}
