import {
	type CarriedRequest,
	demandRepeatable,
	headersOf,
	sendAsIs,
	sendCarrying,
} from "./carried-request.ts";
import type { Connection } from "./connection.ts";
import type { SallyportError } from "./error.ts";
import { reasonOf } from "./read-response.ts";
import { isBeyondRenewal, renew } from "./renew.ts";
import { createRenewAhead } from "./renew-ahead.ts";

export type Carry = (request: CarriedRequest) => Promise<Response>;

/** Sends `Authorization: Bearer`; renews the token and repeats once if an API refuses it while the session lives. */
export function createCarryToken(connection: Connection): Carry {
	const { credential } = connection;
	const renewAhead = createRenewAhead(connection);

	return async function carry(request) {
		const headers = headersOf(request);
		const { token, generation } = credential;
		// The caller sends its own credential.
		if (token === undefined || headers.has("authorization")) return sendAsIs(connection, request);
		renewAhead();
		headers.set("authorization", `Bearer ${token}`);
		const response = await sendCarrying(connection, request, { headers });
		if (response.status !== 401) return response;

		const code = await reasonOf(response);
		if (code !== "invalid_token" && code !== "session_expired") {
			connection.refused(code);
			return response;
		}
		const isOther = credential.token !== token || (await isRenewed(connection, request.init?.signal));
		// After another login, a request is never repeated: it may belong to another user.
		if (!isOther || credential.generation !== generation) return response;
		demandRepeatable(request);
		headers.set("authorization", `Bearer ${credential.token}`);
		return sendCarrying(connection, request, { headers });
	};
}

async function isRenewed(connection: Connection, signal: AbortSignal | null | undefined): Promise<boolean> {
	if (isBeyondRenewal(connection)) return false;
	try {
		await renew(connection, { signal: signal ?? undefined });
		return true;
	} catch (error) {
		if ((error as SallyportError).code === "aborted") throw error;
		return false;
	}
}
