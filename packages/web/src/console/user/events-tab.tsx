import type { AuditEvent } from "@sallyport/client";
import { consoleUserPageTexts } from "#texts/console-user.ts";
import { useDesk } from "../desk.ts";
import { eventColumns } from "../events/event-columns.tsx";
import { Listing } from "../parts/listing.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import type { OfUser } from "./of-user.ts";

const words = consoleUserPageTexts.events;

export function EventsTab({ user: { id } }: OfUser) {
	const { api, place } = useDesk();
	const cursor = place.query.get("cursor");
	const list = useLoaded(async (signal) => {
		const query = { user: id, ...(cursor !== null && { cursor }) };
		const { events, next } = await api("GET /events", { query, signal });
		return { rows: events, next };
	}, `${id} ${cursor}`);
	return (
		<Listing<AuditEvent>
			caption={words.caption}
			columns={eventColumns}
			list={list}
			idOf={(event) => event.id}
			byTime
			filters={[]}
			empty={<p>{words.none}</p>}
		/>
	);
}
