import { pageOfEvents } from "../../platform/audit/audit-page-store.ts";
import { listEvents, listPlacesAfter } from "../../platform/audit/audit-store.ts";
import type { RecordedEvent } from "../../platform/audit/recorded-event.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { followNew } from "./follow-new.ts";

type Place = Pick<RecordedEvent, "time" | "id">;

const PLACES_OF_A_PAGE = 2000;
const EVENTS_OF_A_PAGE = 250;

/** Follows events of all instances. Each call resolves with the places of the new ones: what overlaps is not read whole again. */
export async function followEvents(queries: Queryable, clock: Clock) {
	const { rows } = await pageOfEvents(queries, {}, { after: null, most: 1 });
	return followNew<Place>(rows[0], clock, async (from) => {
		const found: Place[] = [];
		let page: Place[];
		do {
			page = await listPlacesAfter(queries, found.at(-1) ?? { time: from, id: "" }, PLACES_OF_A_PAGE);
			found.push(...page);
		} while (page.length === PLACES_OF_A_PAGE);
		return found;
	});
}

/** The events at these places, oldest first. */
export async function readFollowed(queries: Queryable, places: readonly Place[]): Promise<RecordedEvent[]> {
	const found: RecordedEvent[] = [];
	for (let from = 0; from < places.length; from += EVENTS_OF_A_PAGE) {
		const ids = places.slice(from, from + EVENTS_OF_A_PAGE).map(({ id }) => id);
		found.push(...(await listEvents(queries, ids)));
	}
	return found;
}
