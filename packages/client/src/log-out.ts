import type { CallOptions, Connection } from "./connection.ts";
import type { MessageAnswer } from "./contract.generated.ts";

/** Ends this session; harmless without one. Drops the token once the service has ended the session. */
export async function logOut(
	{ send, credential }: Connection,
	options?: CallOptions,
): Promise<MessageAnswer> {
	const response = await send("POST /api/auth/logout", options);
	credential.forget();
	return response;
}
