import { pageOfEvents } from "../../platform/audit/audit-page-store.ts";
import { listEventsAfter } from "../../platform/audit/audit-store.ts";
import type { RecordedEvent } from "../../platform/audit/recorded-event.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Clock } from "../../platform/lib/clock.ts";

/**
 * How far back each query begins, in milliseconds: an event appears when its transaction commits, at times after later events,
 * and the clocks of instances differ a little.
 */
export const OVERLAP = 10_000;
const PAGE = 500;

/** Follows events of all instances. Each call resolves with the new ones since the last, oldest first, each once. */
export async function followEvents(queries: Queryable, clock: Clock) {
	/** Times by id, of events that may be read again. */
	const seen = new Map<string, number>();
	const { rows } = await pageOfEvents(queries, {}, { after: null, most: 1 });
	const [last] = rows;
	let newest = last?.time ?? 0;

	async function next(): Promise<RecordedEvent[]> {
		// An instance whose clock is ahead must not hide the events of other instances.
		const from = Math.min(newest, clock()) - OVERLAP;
		const found: RecordedEvent[] = [];
		let page: RecordedEvent[] = [];
		do {
			page = await listEventsAfter(queries, page.at(-1) ?? { time: from, id: "" }, PAGE);
			found.push(...page.filter(({ id }) => !seen.has(id)));
		} while (page.length === PAGE);
		for (const { id, time } of found) {
			seen.set(id, time);
			newest = Math.max(newest, time);
		}
		for (const [id, time] of seen) if (time < from) seen.delete(id);
		return found;
	}

	await next();
	return next;
}
