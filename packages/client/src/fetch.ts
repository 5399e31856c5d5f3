import { readRequest, sendAsIs } from "./carried-request.ts";
import { createCarryCookie } from "./carry-cookie.ts";
import { createCarryToken } from "./carry-token.ts";
import type { Connection } from "./connection.ts";
import { reach } from "./read-answer.ts";
import { trustOrigins } from "./trusted-origins.ts";

/** As that of the platform, but what keeps an answer from coming is a SallyportError. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface FetchOptions {
	/** Origins of your APIs that the token may go to, besides that of the service itself. */
	origins?: readonly string[];
	/** Permit plain http on a host that is not loopback. Passwords and tokens then travel in the clear. */
	allowInsecureHttp?: boolean;
}

/**
 * A fetch that carries the credential: to the origin of the service, a token also to `origins`, to nobody else. To all
 * others the request goes as it is. Throws a TypeError for an origin that a credential must not go to.
 */
export function createFetch(connection: Connection, options: FetchOptions = {}): Fetch {
	const { baseUrl, mode } = connection;
	const { origins = [], allowInsecureHttp } = options;
	const isToken = mode === "token";
	const mayCarry = trustOrigins(isToken ? [baseUrl, ...origins] : [baseUrl], allowInsecureHttp);
	const carry = isToken ? createCarryToken(connection) : createCarryCookie(connection);

	return async (input, init) => {
		const request = await reach(null, async () => readRequest(input, init, baseUrl));
		return mayCarry(request.url) ? carry(request) : sendAsIs(connection, request);
	};
}
