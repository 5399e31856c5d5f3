import {
	type CarriedRequest,
	demandRepeatable,
	headersOf,
	sendAsIs,
	sendCarrying,
} from "./carried-request.ts";
import type { Connection } from "./connection.ts";
import type { SallyportError } from "./error.ts";
import { refusalIn } from "./read-answer.ts";
import { isBeyondRenewal, renew } from "./renew.ts";
import { createRenewAhead } from "./renew-ahead.ts";

export type Carry = (request: CarriedRequest) => Promise<Response>;

/** Sends with `Authorization: Bearer`; what an API refuses although the session lives is repeated once, renewed. */
export function createCarryToken(connection: Connection): Carry {
	const { credential } = connection;
	const renewAhead = createRenewAhead(connection);

	return async function carry(request) {
		const headers = headersOf(request);
		const { token, generation } = credential;
		// Whoever sends an own credential knows why.
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
		// Another login meanwhile: what was asked in the name of one user is never repeated in that of another.
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

/** By our own problem document, or as any resource server tells it (RFC 6750 section 3). */
async function reasonOf(response: Response): Promise<string | undefined> {
	const challenge = response.headers.get("www-authenticate") ?? "";
	const { code } = await refusalIn(response);
	return code ?? (challenge.includes('error="invalid_token"') ? "invalid_token" : undefined);
}
