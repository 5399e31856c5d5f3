import type { CallOptions, Connection, CredentialAnswer, Mode } from "./connection.ts";
import type { SallyportError } from "./error.ts";
import { aborted } from "./read-answer.ts";

interface Flight {
	generation: number;
	answer: Promise<unknown>;
}

const flights = new WeakMap<Connection, Flight>();
/** The token of each connection that the service refused to renew. */
const refusedTokens = new WeakMap<Connection, string>();

/**
 * A new token of the same session, or a new secret in its cookie. One request at a time: who asks meanwhile gets its
 * answer too. `signal` ends only one's own waiting. Rejects with `session_expired`, `session_ended`, …
 */
export function renew<M extends Mode>(
	connection: Connection<M>,
	{ signal, timeout }: CallOptions = {},
): Promise<CredentialAnswer<M>> {
	const { generation } = connection.credential;
	const present = flights.get(connection);
	// After another login, the renewal of the session before is of no use.
	const flight = present?.generation === generation ? present : begin(connection, timeout);
	return whileWanted(flight.answer as Promise<CredentialAnswer<M>>, signal);
}

/** Whether it is known that the token in use cannot be renewed: its session is over. */
export function isBeyondRenewal(connection: Connection): boolean {
	const { token } = connection.credential;
	return token === undefined || token === refusedTokens.get(connection);
}

function begin(connection: Connection, timeout: number | undefined): Flight {
	const { generation } = connection.credential;
	const answer = send(connection, timeout).finally(() => {
		if (flights.get(connection) === flight) flights.delete(connection);
	});
	const flight = { generation, answer };
	flights.set(connection, flight);
	return flight;
}

async function send(connection: Connection, timeout: number | undefined): Promise<unknown> {
	const { credential } = connection;
	const { generation, token } = credential;
	try {
		const answer = await connection.send("POST /api/auth/renew", { timeout });
		credential.adopt(answer, generation);
		return answer;
	} catch (error) {
		if (token !== undefined && (error as SallyportError).status === 401) refusedTokens.set(connection, token);
		throw error;
	}
}

function whileWanted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	if (signal === undefined) return answer;
	return new Promise((resolve, reject) => {
		const giveUp = () => reject(aborted(signal));
		if (signal.aborted) giveUp();
		signal.addEventListener("abort", giveUp);
		answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
	});
}
