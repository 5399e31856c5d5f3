import type { CallOptions, Connection, CredentialAnswer, Mode } from "./connection.ts";
import type { PasswordChangeRequest } from "./contract.generated.ts";

/** Confirms the password and renews the session. Rejects with `invalid_credentials`, `rate_limited`, … */
export async function reauthenticate<M extends Mode>(
	{ send, credential }: Connection<M>,
	password: string,
	options?: CallOptions,
): Promise<CredentialAnswer<M>> {
	const { generation } = credential;
	const response = await send("POST /api/auth/reauthenticate", { ...options, body: { password } });
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
