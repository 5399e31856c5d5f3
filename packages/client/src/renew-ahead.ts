import type { Connection } from "./connection.ts";
import type { SallyportError } from "./error.ts";
import { renew } from "./renew.ts";
import { cookieRenewalTime, type TokenTimes, tokenRenewalTime, tokenTimes } from "./renewal-time.ts";

/** Until the next try, when none of ours can help: the service is away, or asks for patience. */
const PAUSE_SECONDS = 30;

/**
 * To be called before each use of the credential: renews it beside that use once most of its life is over. Never fails,
 * and nobody waits for it: the credential is still good.
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
