import type { CallOptions, Connection, CredentialAnswer, Mode } from "./connection.ts";
import type {
	PasswordChangeRequest,
	ReauthenticateRequest,
	SecondFactorRequest,
} from "./contract.generated.ts";

/** The password, with `code` if the login takes two steps; or the challenge of `second_factor_required`, and a code or a passkey. */
export type Proof = string | { password: string; code?: string } | SecondFactorRequest;

/**
 * Confirms all that a login of the user requires, and renews the session. Rejects with `invalid_credentials`,
 * `second_factor_required` (with `challenge`), `second_factor_invalid`, `challenge_invalid`, `rate_limited`, …
 */
export async function reauthenticate<M extends Mode>(
	{ send, credential }: Connection<M>,
	proof: Proof,
	options?: CallOptions,
): Promise<CredentialAnswer<M>> {
	const { generation } = credential;
	const given: ReauthenticateRequest = typeof proof === "string" ? { password: proof } : proof;
	const { password, challenge, code, passkey } = given;
	// JSON leaves out what is undefined.
	const body = { password, challenge, code, passkey } as ReauthenticateRequest;
	const response = await send("POST /api/auth/reauthenticate", { ...options, body });
	credential.adopt(response, generation);
	return response as CredentialAnswer<M>;
}

/**
 * Changes the password and ends every session of the user; this client gets a new one. Rejects with `invalid_credentials`,
 * `password_rejected` (with `errors`), `rate_limited`, …
 */
export async function changePassword<M extends Mode>(
	{ send, credential }: Connection<M>,
	{ currentPassword, newPassword }: PasswordChangeRequest,
	options?: CallOptions,
): Promise<CredentialAnswer<M>> {
	const body = { currentPassword, newPassword };
	const response = await send("POST /api/auth/password", { ...options, body });
	credential.adopt(response);
	return response as CredentialAnswer<M>;
}
