import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import { HOUR } from "../../platform/lib/clock.ts";
import type { Platform } from "../../platform/platform.ts";
import { countInWindow } from "./window-store.ts";

/** Limits how often an hour a user may do something, across all sessions and instances. `what` names its counter. */
export function createHourlyLimit({ keyring, clock }: Platform, what: string, most: number) {
	const mac = keyring.mac(what);
	/** Part of the transaction that does it: what is refused is not counted. Throws rate_limited. */
	return async function countOnce(queries: Queryable, userId: string): Promise<void> {
		const counted = { key: `${what}:${mac(userId)}`, now: clock(), window: HOUR };
		if ((await countInWindow(queries, counted)) > most)
			throw new LoginError("rate_limited", { retryAfter: HOUR / 1000 });
	};
}
