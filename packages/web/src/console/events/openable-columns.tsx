import type { AuditEvent } from "@sallyport/client";
import { consoleEventTexts } from "#texts/console-events.ts";
import type { Desk } from "../desk.ts";
import type { Column } from "../parts/table.tsx";
import { EventInWords, eventColumns } from "./event-columns.tsx";

/** Those of every list of events, where a row opens and names its user. */
export function openableColumns(place: Desk["place"], to: Desk["to"]): Array<Column<AuditEvent>> {
	const given = Object.fromEntries(place.query);
	const opens = (event: AuditEvent) => (
		<a
			id={`event-${event.id}`}
			class="opens"
			href={to(place.path, { ...given, open: event.id })}
			aria-current={given.open === event.id ? "true" : undefined}
		>
			<EventInWords event={event} />
		</a>
	);
	const ofUser: Column<AuditEvent> = {
		name: "user",
		heading: consoleEventTexts.columns.user,
		cell: ({ username, userId }) => {
			if (userId === null || username === null) return userId?.slice(0, 8) ?? "–";
			return (
				<a href={to(["users", userId])}>
					<bdi>{username}</bdi>
				</a>
			);
		},
	};
	return eventColumns.flatMap((column) => {
		if (column.name === "event") return [{ ...column, cell: opens }];
		return column.name === "actor" ? [column, ofUser] : [column];
	});
}
