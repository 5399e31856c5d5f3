import type { CallOptions, Connection, CredentialAnswer, Mode } from "./connection.ts";
import type { LoginRequest, SecondFactorRequest } from "./contract.generated.ts";

export type Credentials = Omit<LoginRequest, "session">;

/**
 * `code`: of the authenticator app, or a recovery code, for a user with two-step login. Rejects with `invalid_credentials`,
 * `second_factor_required` (with `challenge`, for `answerSecondFactor`), `rate_limited` or `overloaded` (both with `retryAfter`), …
 */
export async function logIn<M extends Mode>(
	{ mode, send, credential }: Connection<M>,
	{ username, password, code }: Credentials,
	options?: CallOptions,
): Promise<CredentialAnswer<M>> {
	const body = {
		username,
		password,
		...(code !== undefined && { code }),
		...(mode === "cookie" && { session: true }),
	};
	const response = await send("POST /api/auth/login", { ...options, body, beforeLogin: true });
	credential.adopt(response);
	return response as CredentialAnswer<M>;
}

/**
 * The second step of a login that was rejected with `second_factor_required`. After `completeSetup` the result is a cookie
 * session, in either mode. Rejects with `second_factor_invalid`, `challenge_invalid` (log in again), `rate_limited`, …
 */
export async function answerSecondFactor<M extends Mode>(
	{ send, credential }: Connection<M>,
	{ challenge, code }: SecondFactorRequest,
	options?: CallOptions,
): Promise<CredentialAnswer<M>> {
	const body = { challenge, code };
	const response = await send("POST /api/auth/login/second-factor", { ...options, body, beforeLogin: true });
	credential.adopt(response);
	return response as CredentialAnswer<M>;
}
