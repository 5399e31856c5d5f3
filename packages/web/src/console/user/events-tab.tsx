import type { AuditEvent } from "@sallyport/client";
import { consoleUserPageTexts } from "#texts/console-user.ts";
import { useDesk } from "../desk.ts";
import { eventColumns } from "../events/event-columns.tsx";
import { asked } from "../parts/asked.ts";
import { Listing } from "../parts/listing.tsx";
import { useList } from "../parts/use-list.ts";
import type { OfUser } from "./of-user.ts";

const words = consoleUserPageTexts.events;

export function EventsTab({ user: { id } }: OfUser) {
	const { api, place, to } = useDesk();
	const query = { user: id, ...asked(place.query, ["cursor"]) };
	const list = useList("events", (signal) => api("GET /events", { query, signal }), query);
	return (
		<>
			<p>
				<a href={to(["events"], { user: id })}>{words.all}</a>
			</p>
			<Listing<AuditEvent>
				caption={words.caption}
				columns={eventColumns}
				list={list}
				idOf={(event) => event.id}
				byTime
				filters={[]}
				empty={<p>{words.none}</p>}
			/>
		</>
	);
}
