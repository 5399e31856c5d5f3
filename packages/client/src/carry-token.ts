import { accessToken, newAccessToken } from "./access-token.ts";
import {
	type CarriedRequest,
	headersOf,
	requireRepeatable,
	sendAsIs,
	sendCarrying,
} from "./carried-request.ts";
import type { Connection } from "./connection.ts";
import type { SallyportError } from "./error.ts";
import { reasonOf } from "./read-response.ts";
import { isBeyondRenewal, renew } from "./renew.ts";
import { createRenewAhead } from "./renew-ahead.ts";
import { tokenTimes } from "./renewal-time.ts";
import { whileWanted } from "./while-wanted.ts";

export type Carry = (request: CarriedRequest) => Promise<Response>;

type Signal = AbortSignal | null | undefined;

/** Where the token for a request comes from. */
export interface TokenSource {
	/** undefined: there is none, and the request goes without. */
	present(signal: Signal): Promise<string | undefined>;
	/** Another one of the same user, after an API has refused `token`; undefined: there is none. */
	another(token: string, signal: Signal): Promise<string | undefined>;
	/** Codes of a 401 after which another token may pass. */
	readonly curable: readonly string[];
}

/** Sends `Authorization: Bearer`; gets another token and repeats once if an API refuses it. */
export function createCarryToken(
	connection: Connection,
	source: TokenSource = connection.mode === "cookie" ? ofCookieSession(connection) : ofLogin(connection),
): Carry {
	const { credential } = connection;

	return async function carry(request) {
		const headers = headersOf(request);
		const { generation } = credential;
		const signal = request.init?.signal;
		// The caller sends its own credential.
		const token = headers.has("authorization") ? undefined : await source.present(signal);
		if (token === undefined) return sendAsIs(connection, request);
		headers.set("authorization", `Bearer ${token}`);
		const response = await sendCarrying(connection, request, { headers });
		if (response.status !== 401) return response;

		const code = await reasonOf(response);
		if (code === undefined || !source.curable.includes(code)) {
			connection.refused(code);
			return response;
		}
		const other = await source.another(token, signal);
		// After another login, a request is never repeated: it may belong to another user.
		if (other === undefined || credential.generation !== generation) return response;
		requireRepeatable(request);
		headers.set("authorization", `Bearer ${other}`);
		return sendCarrying(connection, request, { headers });
	};
}

/** While the session lives. */
const curable = ["invalid_token", "session_expired"];

function ofLogin(connection: Connection): TokenSource {
	const { credential } = connection;
	const renewAhead = createRenewAhead(connection);
	return {
		curable,
		async present() {
			if (credential.token !== undefined) renewAhead();
			return credential.token;
		},
		async another(token, signal) {
			if (credential.token !== token) return credential.token;
			if (isBeyondRenewal(connection)) return undefined;
			return unlessFailed(async () => {
				await renew(connection, { signal: signal ?? undefined });
				return credential.token;
			});
		},
	};
}

function ofCookieSession(connection: Connection): TokenSource {
	return {
		curable,
		present: (signal) => accessToken(connection, { signal: signal ?? undefined }),
		async another(token, signal) {
			const other = await unlessFailed(() => whileWanted(newAccessToken(connection), signal));
			// Another tab may have logged in since.
			const isSame = other !== undefined && tokenTimes(other)?.sid === tokenTimes(token)?.sid;
			return isSame && other !== token ? other : undefined;
		},
	};
}

export async function unlessFailed(renewal: () => Promise<string | undefined>): Promise<string | undefined> {
	try {
		return await renewal();
	} catch (error) {
		if ((error as SallyportError).code === "aborted") throw error;
		return undefined;
	}
}
