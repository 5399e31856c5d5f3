import { findClientNames } from "../../identity/application/client-page-store.ts";
import { findActorNames } from "../../platform/audit/audit-page-store.ts";
import type { RecordedEvent } from "../../platform/audit/recorded-event.ts";
import type { Queryable } from "../../platform/database/tables.ts";

export type NamedEvent = RecordedEvent & { actorName: string | null; clientName: string | null };

/** With the names, as of now, of who acted and of applications. */
export async function nameEvents(
	queries: Queryable,
	events: readonly RecordedEvent[],
): Promise<NamedEvent[]> {
	const actors = await findActorNames(
		queries,
		events.flatMap(({ actorId }) => actorId ?? []),
	);
	const clients = await findClientNames(queries, events.map(clientIn).filter(Boolean));
	return events.map((event) => ({
		...event,
		actorName: actors.get(event.actorId ?? "") ?? null,
		clientName: clients.get(clientIn(event)) ?? null,
	}));
}

/** The id of the application that it is about; empty: of none. */
const clientIn = ({ detail: { client, application } }: RecordedEvent) => String(client ?? application ?? "");
