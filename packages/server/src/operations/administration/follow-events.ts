import { pageOfEvents } from "../../platform/audit/audit-page-store.ts";
import { listEventsAfter } from "../../platform/audit/audit-store.ts";
import type { RecordedEvent } from "../../platform/audit/recorded-event.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { followNew } from "./follow-new.ts";

const PAGE = 500;

/** Follows events of all instances. */
export async function followEvents(queries: Queryable, clock: Clock) {
	const { rows } = await pageOfEvents(queries, {}, { after: null, most: 1 });
	return followNew<RecordedEvent>(rows[0], clock, async (from) => {
		const found: RecordedEvent[] = [];
		let page: RecordedEvent[];
		do {
			page = await listEventsAfter(queries, found.at(-1) ?? { time: from, id: "" }, PAGE);
			found.push(...page);
		} while (page.length === PAGE);
		return found;
	});
}
