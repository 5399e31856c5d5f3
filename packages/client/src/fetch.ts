import { readRequest, sendAsIs } from "./carried-request.ts";
import { createCarryCookie } from "./carry-cookie.ts";
import { type Carry, createCarryToken } from "./carry-token.ts";
import type { Connection } from "./connection.ts";
import { reach } from "./read-response.ts";
import { createStepUp, type Reauthenticate } from "./step-up.ts";
import { trustOrigins } from "./trusted-origins.ts";

/** Like the platform's, but network failures are a SallyportError. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface FetchOptions {
	/** Origins of your APIs to which a token may be sent, besides the service itself. */
	origins?: readonly string[];
	/** Permit plain http on a host that is not loopback. Passwords and tokens then travel in the clear. */
	allowInsecureHttp?: boolean;
	/** Called after 401 `insufficient_user_authentication`; the request is then repeated once. Default: the 401 is returned. */
	reauthenticate?: Reauthenticate;
}

/**
 * A fetch that sends the credential to the origin of the service, and a token also to `origins`: in cookie mode, one of the cookie
 * session. Requests to other origins are unchanged. Throws a TypeError for an origin that must not receive credentials.
 */
export function createFetch(connection: Connection, options: FetchOptions = {}): Fetch {
	const byToken = createCarryToken(connection);
	const toService = connection.mode === "cookie" ? createCarryCookie(connection) : byToken;
	return createFetchBy(connection, options, { byToken, toService });
}

/** A fetch that carries the credential in the given ways. */
export function createFetchBy(
	connection: Connection,
	{ origins = [], allowInsecureHttp, reauthenticate }: FetchOptions,
	{ byToken, toService }: { byToken: Carry; toService: Carry },
): Fetch {
	const { baseUrl } = connection;
	const isOwn = trustOrigins([baseUrl], allowInsecureHttp);
	const takesToken = trustOrigins(origins, allowInsecureHttp);
	const plain: Carry = (request) => (isOwn(request.url) ? toService : byToken)(request);
	const carry = reauthenticate ? createStepUp(connection, plain, reauthenticate) : plain;

	return async (input, init) => {
		const request = await reach(null, async () => readRequest(input, init, baseUrl));
		const mayCarry = isOwn(request.url) || takesToken(request.url);
		return mayCarry ? carry(request) : sendAsIs(connection, request);
	};
}
