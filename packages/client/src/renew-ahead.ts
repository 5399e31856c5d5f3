import type { Connection } from "./connection.ts";
import type { SallyportError } from "./error.ts";
import { renew } from "./renew.ts";
import { cookieRenewalTime, type TokenTimes, tokenRenewalTime, tokenTimes } from "./renewal-time.ts";

/** Pause after a failure of the service or of the network. */
const PAUSE_SECONDS = 30;

/**
 * Call it before each use of the credential: renews it in the background once most of its lifetime is over. Never fails, and
 * no caller waits for it: the credential is still valid.
 */
export function createRenewAhead(connection: Connection): () => void {
	const { credential, clock } = connection;
	let planned: { for: unknown; at: number; times?: TokenTimes | undefined } | undefined;

	function plan() {
		const { token, since, idle } = credential;
		if (connection.mode === "cookie") return { for: since, at: cookieRenewalTime(since, idle) };
		const times = token === undefined ? undefined : tokenTimes(token);
		return { for: token, times, at: tokenRenewalTime(times, since, planned?.times) };
	}

	return () => {
		const current = connection.mode === "cookie" ? credential.since : credential.token;
		if (planned === undefined || planned.for !== current) planned = plan();
		const now = planned;
		if (clock() < now.at) return;
		now.at = Number.POSITIVE_INFINITY;
		renew(connection).catch(({ status, retryAfter = PAUSE_SECONDS }: SallyportError) => {
			if (status !== 401) now.at = clock() + retryAfter * 1000;
		});
	};
}
