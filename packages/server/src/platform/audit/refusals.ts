import { type Clock, MINUTE } from "../lib/clock.ts";
import type { Audit, AuditEvent } from "./audit.ts";
import { createRefusalCounts, eventOfCount, type Refusal } from "./refusal-counts.ts";
import type { RefusalEventName } from "./refusal-event.ts";

export type Refusals = ReturnType<typeof createRefusals>;

/**
 * Writes refused requests to the audit log, so that a flood of them cannot fill it: the first of an event, code, reason,
 * application, address (IPv6: /64) and session in a minute is a row at once; the rest are counted, and their number is one more row. A failing store
 * changes no response: what was not written is counted again.
 */
export function createRefusals(dependencies: {
	audit: Audit;
	clock: Clock;
	log: { error(detail: object, message: string): void };
}) {
	const { audit, clock, log } = dependencies;
	const counts = createRefusalCounts();

	async function recordCounts(begunBefore: number): Promise<void> {
		const taken = counts.take(begunBefore);
		if (taken.length === 0) return;
		try {
			await audit.transact((_queries, record) => record(...taken.map(eventOfCount)));
		} catch (err) {
			counts.putBack(taken);
			log.error({ err, refusals: taken.reduce((sum, { more }) => sum + more, 0) }, "refusals not recorded");
		}
	}

	return {
		async note(refusal: Refusal): Promise<void> {
			const now = clock();
			if (!counts.isFirst(refusal, now)) return;
			const { event, detail, client, subject } = refusal;
			try {
				const { userId = null, sessionId = null } = subject ?? {};
				// Event and reason came together.
				await audit.record({ event, userId, sessionId, client, detail } as AuditEvent<RefusalEventName>);
			} catch (err) {
				const { code, reason = null, application = null } = detail;
				counts.putBack([{ event, code, reason, application, from: refusal, since: now, more: 1 }]);
				log.error({ err, refusals: 1 }, "refusals not recorded");
			}
		},
		/** Writes the counts whose minute is over. */
		flush: () => recordCounts(clock() - MINUTE + 1),
		/** Writes every count; at the stop. */
		close: () => recordCounts(Number.POSITIVE_INFINITY),
	};
}
