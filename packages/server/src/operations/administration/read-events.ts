import { findActorNames, pageOfEvents } from "../../platform/audit/audit-page-store.ts";
import { listNewestEvents } from "../../platform/audit/audit-store.ts";
import type { EventFilter } from "../../platform/audit/event-filter.ts";
import type { PageOf } from "../../platform/database/keyset-page.ts";
import type { Uses } from "../uses.ts";
import { followEvents } from "./follow-events.ts";

/** What an operator sees of the audit log. */
export function createReadEvents({ opened: { database, reads }, clock }: Uses<"opened" | "clock">) {
	return {
		/** The newest that match, oldest first. */
		newest: (filter: EventFilter, most: number) => listNewestEvents(database, filter, most),
		/** The newest first, with the names of who acted. `next`: where the page after it begins; null: there is none. */
		async page(filter: EventFilter, of: Pick<PageOf, "after" | "most">) {
			const { rows, next } = await pageOfEvents(reads, filter, of);
			const names = await findActorNames(
				reads,
				rows.flatMap(({ actorId }) => actorId ?? []),
			);
			return { rows: rows.map((row) => ({ ...row, actorName: names.get(row.actorId ?? "") ?? null })), next };
		},
		/** Resolves with a function that gives the new ones since its last call, from now on. */
		follow: () => followEvents(database, clock),
	};
}
