import type { CallOptions, Connection, CredentialAnswer, Mode } from "./connection.ts";
import type { LoginRequest } from "./contract.generated.ts";

export type Credentials = Omit<LoginRequest, "session">;

/** Rejects with `invalid_credentials`, `rate_limited` or `overloaded` (both with `retryAfter`), … */
export async function logIn<M extends Mode>(
	{ mode, send, credential }: Connection<M>,
	{ username, password }: Credentials,
	options?: CallOptions,
): Promise<CredentialAnswer<M>> {
	const body = { username, password, ...(mode === "cookie" && { session: true }) };
	const response = await send("POST /api/auth/login", { ...options, body, beforeLogin: true });
	credential.adopt(response);
	return response as CredentialAnswer<M>;
}
