import type { Client, RecordEvent } from "../../platform/audit/audit.ts";
import type { CountedNow } from "./attempt-counters.ts";
import { isClosed, waitOf } from "./attempt-rule.ts";

/** Puts on record which waits a failure has brought: once each, so that asking meanwhile fills no table. */
export async function recordWaits(
	record: RecordEvent,
	failure: { counted: readonly CountedNow[]; userId: string | null; client: Client; now: number },
): Promise<void> {
	const { counted, userId, client, now } = failure;
	for (const { dimension, counter, limits } of counted) {
		const wait = Math.ceil(waitOf(counter, now, limits) / 1000);
		if (wait === 0) continue;
		const of = dimension === "account" || dimension === "client" ? userId : null;
		const event = isClosed(counter, limits)
			? ({ event: "authn_login_lock", detail: { consecutive: counter.consecutive } } as const)
			: ({
					event: "authn_login_fail_max",
					detail: { scope: dimension, failures: counter.failures, wait },
				} as const);
		await record({ ...event, userId: of, client });
	}
}
