import type { CallOptions, Connection, CredentialAnswer, Mode } from "./connection.ts";
import type { LoginRequest } from "./contract.generated.ts";

export type Credentials = Omit<LoginRequest, "session">;

/**
 * `remember`: in cookie mode, the user stays logged in when the browser is closed, for as long as the service offers. `code`: of the
 * authenticator app, or a recovery code, for a user with two-step login. Rejects with `invalid_credentials`,
 * `second_factor_required` (with `challenge`, for `answerSecondFactor`), `rate_limited` or `overloaded` (both with `retryAfter`), …
 */
export async function logIn<M extends Mode>(
	{ mode, send, credential }: Connection<M>,
	{ username, password, code, remember }: Credentials,
	options?: CallOptions,
): Promise<CredentialAnswer<M>> {
	const body = {
		username,
		password,
		...(code !== undefined && { code }),
		...(remember && { remember }),
		...(mode === "cookie" && { session: true }),
	};
	const response = await send("POST /api/auth/login", { ...options, body, beforeLogin: true });
	credential.adopt(response);
	return response as CredentialAnswer<M>;
}
