import type { CallOptions, Connection } from "./connection.ts";
import { SallyportError } from "./error.ts";
import { tokenRenewalTime, tokenTimes } from "./renewal-time.ts";
import { whileWanted } from "./while-wanted.ts";

interface Held {
	token: string;
	/** Of the session as it was then: a login, a renewal and a reauthentication change it. */
	csrf: string | undefined;
	/** Local time (ms). */
	renewAt: number;
	expiresAt: number;
}

const tokens = new WeakMap<Connection, Held>();
const flights = new WeakMap<Connection, Pick<Held, "csrf"> & { token: Promise<string> }>();

/** Pause after a failure of the service or of the network. */
const PAUSE_SECONDS = 30;

/**
 * A token for your APIs: in cookie mode one of the cookie session, kept in memory and replaced after three quarters of its life; in
 * token mode that of the login. Parallel calls share one request. Rejects with `unauthenticated`, `session_expired`, …
 */
export async function accessToken(
	connection: Connection,
	{ signal, timeout }: CallOptions = {},
): Promise<string> {
	const { mode, credential, clock } = connection;
	const held = mode === "cookie" ? heldBy(connection) : undefined;
	const token = held !== undefined && clock() < held.renewAt ? held.token : credential.token;
	if (token !== undefined) return token;
	if (mode === "token") throw new SallyportError("unauthenticated", "Log in first.");
	return whileWanted(newAccessToken(connection, timeout), signal);
}

/** Though the present one may be good; that one again if the service does not respond. */
export function newAccessToken(connection: Connection, timeout?: number): Promise<string> {
	const { csrf } = connection.credential;
	const present = flights.get(connection);
	if (present !== undefined && (present.csrf === undefined || present.csrf === csrf)) return present.token;
	const token = fetchToken(connection, timeout).finally(() => {
		if (flights.get(connection) === flight) flights.delete(connection);
	});
	const flight = { csrf, token };
	flights.set(connection, flight);
	return token;
}

function heldBy(connection: Connection): Held | undefined {
	const held = tokens.get(connection);
	return held?.csrf === connection.credential.csrf ? held : undefined;
}

async function fetchToken(connection: Connection, timeout: number | undefined): Promise<string> {
	const { send, clock, credential } = connection;
	const before = heldBy(connection);
	const { csrf, generation } = credential;
	try {
		const { token } = await send("POST /api/auth/token", { timeout });
		const now = clock();
		const times = tokenTimes(token);
		const life = times === undefined ? 0 : times.expiresAt - times.issuedAt;
		const held = { token, renewAt: tokenRenewalTime(times, now), expiresAt: now + life };
		// A login or an authentication that has come first takes another token; the first CSRF token may have been fetched on the way.
		if (credential.generation === generation)
			tokens.set(connection, { ...held, csrf: csrf ?? credential.csrf });
		return token;
	} catch (error) {
		const { status, retryAfter = PAUSE_SECONDS } = error as SallyportError;
		const isAway = status === 0 || status === 429 || status >= 500;
		// Refused: the one before is of a session that has ended, or of another user than the one who is logged in now.
		if (!isAway) tokens.delete(connection);
		if (!isAway || before === undefined || clock() >= before.expiresAt) throw error;
		before.renewAt = clock() + retryAfter * 1000;
		return before.token;
	}
}
