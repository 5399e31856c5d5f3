import { pageOfEvents } from "../../platform/audit/audit-page-store.ts";
import { listEvents } from "../../platform/audit/audit-store.ts";
import type { EventFilter } from "../../platform/audit/event-filter.ts";
import type { RecordedEvent } from "../../platform/audit/recorded-event.ts";
import { everyPage, type PageOf } from "../../platform/database/keyset-page.ts";
import { LoginError } from "../../platform/errors.ts";
import { isUuid } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import { followEvents, readFollowed } from "./follow-events.ts";
import { type NamedEvent, nameEvents } from "./name-events.ts";

/** Events in one page of those that are wanted at once. */
const PAGE = 1000;

/** What an operator sees of the audit log. */
export function createReadEvents({ opened: { database, reads }, clock }: Platform) {
	return {
		/** The newest that match, oldest first; page by page, so that no statement reads the whole audit log. */
		async newest(filter: EventFilter, most: number) {
			const found: RecordedEvent[] = [];
			for await (const rows of everyPage((after) =>
				pageOfEvents(reads, filter, { after, most: Math.min(most, PAGE) }),
			)) {
				found.push(...rows);
				if (found.length >= most) break;
			}
			return found.slice(0, most).reverse();
		},
		/** The newest first. */
		async page(filter: EventFilter, of: PageOf) {
			const { rows, next } = await pageOfEvents(reads, filter, of);
			return { rows: await nameEvents(reads, rows), next };
		},
		/** Throws not_found. */
		async find(id: string): Promise<NamedEvent> {
			const found = isUuid(id) ? await listEvents(reads, [id]) : [];
			const [event] = await nameEvents(reads, found);
			if (event === undefined)
				throw new LoginError("not_found", { missing: "event", message: "There is no event with this id." });
			return event;
		},
		/** Resolves with a function that gives the new ones since its last call, from now on. */
		async follow() {
			const next = await followEvents(database, clock);
			return async () => readFollowed(database, await next());
		},
	};
}
