import type { Attempt } from "../../identity/proof.ts";
import type { Audit, AuditEvent } from "../../platform/audit/audit.ts";

/** The attempts stay counted. The event, if there is one, and the waits that they have caused are recorded. */
export function recordRefusal(
	{ transactUnsynced }: Pick<Audit, "transactUnsynced">,
	attempts: readonly Pick<Attempt, "keep" | "recordWaits">[],
	event: AuditEvent | null,
	userId: string | null = event?.userId ?? null,
): Promise<void> {
	for (const { keep } of attempts) keep();
	return transactUnsynced(async (_queries, record) => {
		if (event !== null) await record(event);
		for (const { recordWaits } of attempts) await recordWaits(record, userId);
	});
}
