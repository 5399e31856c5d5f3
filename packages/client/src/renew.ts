import type { CallOptions, Connection, CredentialAnswer, Mode } from "./connection.ts";
import type { SallyportError } from "./error.ts";
import { whileWanted } from "./while-wanted.ts";

interface Flight {
	generation: number;
	response: Promise<unknown>;
}

const flights = new WeakMap<Connection, Flight>();
/** The token of each connection that the service refused to renew. */
const refusedTokens = new WeakMap<Connection, string>();

/**
 * Gets a new token of the same session, or a new secret for its cookie. Parallel calls share one request; `signal` only cancels
 * the wait of its caller. Rejects with `session_expired`, `session_ended`, …
 */
export function renew<M extends Mode>(
	connection: Connection<M>,
	{ signal, timeout }: CallOptions = {},
): Promise<CredentialAnswer<M>> {
	const { generation } = connection.credential;
	const present = flights.get(connection);
	// After another login, the renewal of the previous session is useless.
	const flight = present?.generation === generation ? present : begin(connection, timeout);
	return whileWanted(flight.response as Promise<CredentialAnswer<M>>, signal);
}

/** Whether the session of the current token is known to be over. */
export function isBeyondRenewal(connection: Connection): boolean {
	const { token } = connection.credential;
	return token === undefined || token === refusedTokens.get(connection);
}

function begin(connection: Connection, timeout: number | undefined): Flight {
	const { generation } = connection.credential;
	const response = send(connection, timeout).finally(() => {
		if (flights.get(connection) === flight) flights.delete(connection);
	});
	const flight = { generation, response };
	flights.set(connection, flight);
	return flight;
}

async function send(connection: Connection, timeout: number | undefined): Promise<unknown> {
	const { credential } = connection;
	const { generation, token } = credential;
	try {
		const response = await connection.send("POST /api/auth/renew", { timeout });
		// An authentication that has come first gave a better token; a cookie is in the jar in any case.
		if (credential.token === token) credential.adopt(response, generation);
		return response;
	} catch (error) {
		if (token !== undefined && (error as SallyportError).status === 401) refusedTokens.set(connection, token);
		throw error;
	}
}
