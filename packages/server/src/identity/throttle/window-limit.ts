import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Headers } from "../../platform/http/headers.ts";
import type { Platform } from "../../platform/platform.ts";
import { limitHeaders } from "./rate-limit-headers.ts";
import { countInWindow } from "./window-store.ts";

/** Counts how often something happens in a window, across all instances. `what` names its counters, and no others. */
export function createWindowCount(
	{ keyring, clock }: Pick<Platform, "keyring" | "clock">,
	what: string,
	window: number,
) {
	const mac = keyring.mac(what);
	return (queries: Queryable, whose: string) =>
		countInWindow(queries, { key: `${what}:${mac(whose)}`, now: clock(), window });
}

/** Limits how often in a window a user, an address or a key may do something. */
export function createWindowLimit(
	platform: Pick<Platform, "keyring" | "clock">,
	what: string,
	{ most, window, policy = "address" }: { most: number; window: number; policy?: "address" | "client" },
) {
	const count = createWindowCount(platform, what, window);
	/**
	 * Part of the transaction that does it: what is refused is not counted. `tell` gets the headers of what is limited.
	 * Throws rate_limited.
	 */
	return async function countOnce(
		queries: Queryable,
		whose: string,
		tell: (headers: Headers) => void = () => {},
	): Promise<void> {
		const { times, rest } = await count(queries, whose);
		const remaining = Math.max(0, most - times);
		tell(limitHeaders(policy, { most, window, remaining, reset: rest }));
		if (times > most) throw new LoginError("rate_limited", { retryAfter: Math.ceil(rest / 1000) });
	};
}
