import type { AuditEvent } from "@sallyport/client";
import { consoleEventListTexts as words } from "#texts/console-event-list.ts";
import { dateTime } from "../../when.ts";
import { useDesk } from "../desk.ts";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Listing } from "../parts/listing.tsx";
import { SaveLink } from "../parts/save-link.tsx";
import { useList } from "../parts/use-list.ts";
import { EventFilters } from "./event-filters.tsx";
import { EventOpened } from "./event-opened.tsx";
import { askedOfFile, askedOfList, askedOfStream, filterNames } from "./event-query.ts";
import { openableColumns } from "./openable-columns.tsx";
import { TailBar } from "./tail-bar.tsx";
import { useTail } from "./use-tail.ts";

/** What a page of the list has, if all that it looked at fits. */
const FULL = 50;

export function EventsPage() {
	const { api, page, place, to } = useDesk();
	const isLive = place.query.has("live");
	const query = askedOfList(place.query, isLive);
	const list = useList("events", (signal) => api("GET /events", { query, signal }), query);
	const stream = `${page.baseUrl}/api/admin/events/stream?${askedOfStream(place.query)}`;
	const tail = useTail(isLive ? stream : null, list.load);
	const loaded = list.data?.rows ?? [];
	const rows = isLive ? tail.before(loaded) : loaded;
	const opened = rows.find(({ id }) => id === place.query.get("open"));
	const lookedBackTo = list.data?.lookedBackTo ?? null;
	const data = list.data && { rows, next: isLive ? null : list.data.next };

	return (
		<>
			<div class="top">
				<ConsoleHeading>{words.title}</ConsoleHeading>
				<SaveLink path={`events/export?${askedOfFile(place.query)}`} name="events.ndjson">
					{words.export}
				</SaveLink>
				<TailBar tail={tail} isLive={isLive} />
			</div>
			<EventFilters isLive={isLive} />
			<div class={opened === undefined ? undefined : "beside"}>
				{/* biome-ignore lint/a11y/noStaticElementInteractions: nothing is done by it; rows stay while one is read. */}
				<div
					class="list"
					onMouseEnter={() => tail.pause("pointer")}
					onMouseLeave={() => tail.resume("pointer")}
					onFocusIn={() => tail.pause("focus")}
					onFocusOut={() => tail.resume("focus")}
				>
					<Listing<AuditEvent>
						caption={words.title}
						columns={openableColumns(place, to)}
						list={{ ...list, data }}
						idOf={({ id }) => id}
						byTime
						filters={filterNames}
						empty={<p>{words.empty}</p>}
					/>
					{!isLive && rows.length > 0 && rows.length < FULL && lookedBackTo !== null && (
						<p class="hint">{words.lookedBackTo(dateTime(lookedBackTo))}</p>
					)}
				</div>
				{opened !== undefined && <EventOpened key={opened.id} event={opened} />}
			</div>
		</>
	);
}
