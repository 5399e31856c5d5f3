import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Headers } from "../../platform/http/headers.ts";
import type { Platform } from "../../platform/platform.ts";
import { limitHeaders } from "./rate-limit-headers.ts";
import { countInWindow } from "./window-store.ts";

/** Limits how often in a window a user, an address or a key may do something, across all instances. `what` names its counter. */
export function createWindowLimit(
	{ keyring, clock }: Pick<Platform, "keyring" | "clock">,
	what: string,
	{ most, window, policy = "address" }: { most: number; window: number; policy?: "address" | "client" },
) {
	const mac = keyring.mac(what);
	/**
	 * Part of the transaction that does it: what is refused is not counted. `tell` gets the headers of what is limited.
	 * Throws rate_limited.
	 */
	return async function countOnce(
		queries: Queryable,
		whose: string,
		tell: (headers: Headers) => void = () => {},
	): Promise<void> {
		const now = clock();
		const counted = await countInWindow(queries, { key: `${what}:${mac(whose)}`, now, window });
		const remaining = Math.max(0, most - counted.times);
		tell(limitHeaders(policy, { most, window, remaining, reset: counted.endsAt - now }));
		if (counted.times > most)
			throw new LoginError("rate_limited", { retryAfter: Math.ceil((counted.endsAt - now) / 1000) });
	};
}
