import { listNewestEvents } from "../../platform/audit/audit-store.ts";
import type { EventFilter } from "../../platform/audit/recorded-event.ts";
import type { Uses } from "../uses.ts";
import { followEvents } from "./follow-events.ts";

/** What an operator sees of the audit log. */
export function createReadEvents({ opened: { database }, clock }: Uses<"opened" | "clock">) {
	return {
		/** The newest that match, oldest first. */
		newest: (filter: EventFilter, most: number) => listNewestEvents(database, filter, most),
		/** Resolves with a function that gives the new ones since its last call, from now on. */
		follow: () => followEvents(database, clock),
	};
}
