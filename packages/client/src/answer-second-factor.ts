import type { CallOptions, Connection, CredentialAnswer, Mode } from "./connection.ts";
import type { SecondFactorRequest } from "./contract.generated.ts";

/**
 * The second step of a login that was rejected with `second_factor_required`. After `completeSetup` the result is a cookie
 * session, in either mode. Rejects with `second_factor_invalid`, `challenge_invalid` (log in again), `rate_limited`, …
 */
export async function answerSecondFactor<M extends Mode>(
	{ send, credential }: Connection<M>,
	{ challenge, code, passkey, trustDevice }: SecondFactorRequest,
	options?: CallOptions,
): Promise<CredentialAnswer<M>> {
	// JSON leaves out what is undefined.
	const body = { challenge, code, passkey, trustDevice } as SecondFactorRequest;
	const response = await send("POST /api/auth/login/second-factor", { ...options, body, beforeLogin: true });
	credential.adopt(response);
	return response as CredentialAnswer<M>;
}
