import { createWindowCount } from "../../identity/throttle/window-limit.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import { countResetsBy } from "../../platform/audit/audit-page-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { MINUTE } from "../../platform/lib/clock.ts";
import type { Platform } from "../../platform/platform.ts";

/** More by one operator are an alarm: a stolen session or access key may be gathering accounts by their links. */
const MOST_RESETS = 10;
const WITHIN = 10 * MINUTE;

/** Counts in the audit log, which has an index of what operators do. */
export function createWatchResets({ audit: { actor }, clock, keyring }: Platform) {
	const count = createWindowCount({ keyring, clock }, "resets", WITHIN);

	/** Last in the transaction of a reset, because it takes a lock. */
	return async function watchResets(queries: Queryable, record: RecordEvent): Promise<void> {
		if (actor === null) return;
		// Its row is a lock: of two resets at once, the second one finds the first.
		await count(queries, `${actor.kind} ${actor.id}`);
		const { resets, alarms } = await countResetsBy(queries, actor, clock() - WITHIN);
		if (resets < MOST_RESETS || alarms > 0) return;
		await record({ event: "admin_alarm", detail: { resets: resets + 1 } });
	};
}
