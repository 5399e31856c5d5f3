import type { CallOptions, Connection } from "./connection.ts";
import type { SessionAnswer, SetupRequest } from "./contract.generated.ts";

/**
 * Sets the password that a one-time setup link allows; `token` stands in the link behind `#token=`. The answer is a
 * cookie session, in either mode. Rejects with `not_found`, `setup_link_used`, `password_rejected` (with `errors`), …
 */
export async function completeSetup(
	{ send, credential }: Connection,
	{ token, password }: SetupRequest,
	options?: CallOptions,
): Promise<SessionAnswer> {
	const body = { token, password };
	const answer = await send("POST /api/auth/setup", { ...options, body, beforeLogin: true });
	credential.adopt(answer);
	return answer;
}
