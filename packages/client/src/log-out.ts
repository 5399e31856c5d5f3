import type { CallOptions, Connection } from "./connection.ts";
import type { MessageAnswer } from "./contract.generated.ts";

/** Ends this session; harmless when there is none. The token is forgotten once the service has ended it. */
export async function logOut(
	{ send, credential }: Connection,
	options?: CallOptions,
): Promise<MessageAnswer> {
	const answer = await send("POST /api/auth/logout", options);
	credential.forget();
	return answer;
}
