import type { CallOptions, Connection } from "./connection.ts";
import type { SessionAnswer, SetupLinkCheck, SetupRequest } from "./contract.generated.ts";

/**
 * Sets a password with a one-time setup link; `token` follows `#token=` in the link. The result is a cookie session, in either
 * mode. Rejects with `not_found`, `setup_link_used`, `password_rejected` (with `errors`), …
 */
export async function completeSetup(
	{ send, credential }: Connection,
	{ token, password }: SetupRequest,
	options?: CallOptions,
): Promise<SessionAnswer> {
	const body = { token, password };
	const response = await send("POST /api/auth/setup", { ...options, body, beforeLogin: true });
	credential.adopt(response);
	return response;
}

/** Whether a setup link can be used. Rejects with the error that its use would get: `not_found`, `setup_link_used`, … */
export async function checkSetupLink(
	{ send }: Connection,
	{ token }: SetupLinkCheck,
	options?: CallOptions,
): Promise<void> {
	const body = { token };
	await send("POST /api/auth/setup/check", { ...options, body, beforeLogin: true, empty: true });
}
