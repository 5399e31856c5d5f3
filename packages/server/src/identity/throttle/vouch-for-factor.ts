import type { Queryable } from "../../platform/database/tables.ts";
import type { Platform } from "../../platform/platform.ts";
import { createAttemptCounters } from "./attempt-counters.ts";
import { vouchFor } from "./attempt-rule.ts";
import { findCounters, lockCounters, writeCounters } from "./attempt-store.ts";

export type VouchForFactor = ReturnType<typeof createVouchForFactor>;

/**
 * After a proof that cannot be guessed: what strangers failed at the second factor of the user is not in a row any more, so a
 * closed one opens. Part of the transaction of that proof.
 */
export function createVouchForFactor({ config, keyring, clock }: Platform) {
	const counters = createAttemptCounters(config, keyring.mac("attempt"));
	return async function vouchForFactor(queries: Queryable, userId: string): Promise<void> {
		const now = clock();
		const strangers = [counters.factorOf(userId, null)];
		const found = await findCounters(queries, strangers, now);
		if (found.every(({ counter }) => counter.consecutive === 0)) return;
		const locked = await lockCounters(queries, strangers, now);
		const after = locked.map((each) => ({ ...each, counter: vouchFor(each.counter, now, each.limits) }));
		await writeCounters(queries, after, now);
	};
}
