import type { RecordedEvent } from "../../platform/audit/audit-store.ts";
import { auditEvents } from "../../platform/audit/events.ts";
import { columns, moment, timestamp } from "./columns.ts";

const head = ["TIME", "LEVEL", "EVENT", "USER", "ADDRESS", "DETAIL"];
/** For lines that are printed before later ones are known. */
const widths = [20, 5, Math.max(...Object.keys(auditEvents).map((name) => name.length)), 12, 15];

export function eventListing(events: RecordedEvent[]): string {
	return events.length === 0 ? "There are no such events." : columns([head, ...events.map(toRow)]);
}

/** One line, aligned with the others. */
export function eventLine(event: RecordedEvent): string {
	return columns([toRow(event)], widths);
}

export const eventLineHead = columns([head], widths);

function toRow({ time, level, event, username, userId, clientAddress, detail }: RecordedEvent): string[] {
	const details = Object.entries(detail).map(([name, value]) => `${name}=${String(value)}`);
	return [moment(time), level, event, username ?? userId ?? "-", clientAddress ?? "-", details.join(" ")];
}

/** An event as --json shows one. */
export function describeEvent({ id, time, ...event }: RecordedEvent): object {
	return { id, time: timestamp(time), ...event };
}
