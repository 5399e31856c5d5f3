import type { CallOptions, Connection } from "./connection.ts";
import type { TokenAnswer } from "./contract.generated.ts";
import type { SallyportError } from "./error.ts";
import { tokenTimes } from "./renewal-time.ts";
import { whileWanted } from "./while-wanted.ts";

/** The tokens of a program, which logs in with its access key whenever it needs another one. */
export interface KeyLogin {
	/** The present token until shortly before its end, else a new one. Waits while the service limits the logins of the key. */
	token(options?: CallOptions): Promise<string>;
	/** A new one in place of `refused`, which an API did not accept. Does not wait. */
	another(refused: string, options?: CallOptions): Promise<string>;
}

/** Time for a request that leaves with a token. */
const MARGIN = 60_000;
/** The service counts the logins of a key by the minute; a longer wait is for the caller to decide. */
const LONGEST_WAIT = 60_000;
const ATTEMPTS = 3;

const FORM = /^sallyport_[0-9A-Za-z]{38}$/;

/**
 * Keeps the key in this closure, so that nothing that logs or serializes a client can show it. Throws a TypeError for what is no
 * access key: it would be sent as a password, and wrong passwords close an account for a while.
 */
export function createKeyLogin(connection: Connection, username: string, accessKey: string): KeyLogin {
	if (!FORM.test(accessKey))
		throw new TypeError("accessKey is sallyport_ and 38 characters, without anything around them.");
	const { send, clock, credential } = connection;
	let freshUntil = 0;
	let flight: Promise<string> | undefined;

	async function logIn(timeout: number | undefined): Promise<string> {
		const body = { username, password: accessKey };
		const answer = await send("POST /api/auth/login", { body, timeout, beforeLogin: true });
		// The user stays the same, so requests may be repeated: no new generation.
		credential.adopt(answer, credential.generation);
		const { token } = answer as TokenAnswer;
		const times = tokenTimes(token);
		const life = times === undefined ? Number.POSITIVE_INFINITY : times.expiresAt - times.issuedAt;
		// By the time that has passed, because clocks may differ.
		freshUntil = clock() + life - Math.min(MARGIN, life / 10);
		return token;
	}

	/** Parallel calls share one login; `signal` only cancels the wait of its caller. */
	function shareLogin({ signal, timeout }: CallOptions): Promise<string> {
		flight ??= logIn(timeout).finally(() => {
			flight = undefined;
		});
		return whileWanted(flight, signal);
	}

	return {
		async token(options = {}) {
			for (let attempt = 1; ; attempt++) {
				const { token } = credential;
				if (token !== undefined && clock() < freshUntil) return token;
				try {
					return await shareLogin(options);
				} catch (error) {
					const { status, retryAfter = Number.POSITIVE_INFINITY } = error as SallyportError;
					const wait = retryAfter * 1000;
					if (status !== 429 || wait > LONGEST_WAIT || attempt === ATTEMPTS) throw error;
					await pause(wait, options.signal);
				}
			}
		},
		async another(refused, options = {}) {
			const { token } = credential;
			if (token !== undefined && token !== refused) return token;
			// If this login fails, the next call must not trust the old token again, but say why.
			freshUntil = 0;
			return shareLogin(options);
		},
	};
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const over = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, milliseconds);
	});
	return whileWanted(over, signal).finally(() => clearTimeout(timer));
}
