import type { AuditEvent } from "../../../../../client/src/contract.generated.ts";
import type { EventFilter } from "../../../platform/audit/event-filter.ts";
import type { RecordedEvent } from "../../../platform/audit/recorded-event.ts";
import { timestamp } from "../../../platform/lib/timestamp.ts";
import type { Administered, DescribedEvent } from "../administered.ts";
import type { ConnectedService } from "./connect.ts";
import { followStream } from "./event-stream.ts";

export function eventsOf({ call, each, lines }: ConnectedService): Administered["events"] {
	async function newest(filter: EventFilter, most: number): Promise<DescribedEvent[]> {
		const found: DescribedEvent[] = [];
		if (most === 0) return found;
		const limit = String(Math.min(most, 200));
		for await (const event of each("GET /events", { query: { limit, ...queryOf(filter) } })) {
			found.push(describe(event));
			if (found.length === most) break;
		}
		return found.reverse();
	}

	return {
		newest,
		async find(id) {
			const found = await call("GET /events/{id}", { id });
			const { actorName, clientName } = found;
			return { ...describe(found), actorName, clientName };
		},
		async follow({ since: _, ...filter }, signal) {
			const path = `/events/stream?${new URLSearchParams(queryOf(filter))}`;
			const open = (last: string) => lines(path, { signal, headers: { "last-event-id": last } });
			const found = await followStream(open, signal);
			return (async function* () {
				for await (const event of found) yield [describe(event)];
			})();
		},
		async all(filter) {
			const found = await lines(`/events/export?${new URLSearchParams(queryOf(filter))}`);
			return inPages(found);
		},
	};
}

/** In the order of --json, without the names of who acted and of applications, which a database is not asked for. */
function describe({
	id,
	time,
	event,
	level,
	actorName: _,
	clientName: _name,
	detail,
	...rest
}: AuditEvent): DescribedEvent {
	return { id, time, event, level, ...rest, detail } as DescribedEvent;
}

async function* inPages(lines: AsyncIterable<string>): AsyncGenerator<DescribedEvent[]> {
	for await (const line of lines) {
		const { id, time, ...event } = JSON.parse(line) as RecordedEvent & { time: string };
		yield [{ id, time, ...event }];
	}
}

function queryOf({
	userIds,
	events,
	levels,
	address,
	requestId,
	sessionId,
	clientId,
	since,
	until,
}: EventFilter) {
	return {
		...(userIds === undefined ? {} : { user: userIds.join(",") }),
		...(events === undefined ? {} : { event: events.join(",") }),
		// Of the level, and graver ones.
		...(levels?.[0] === undefined ? {} : { level: levels[0] as AuditEvent["level"] }),
		...(address === undefined ? {} : { address }),
		...(requestId === undefined ? {} : { request: requestId }),
		...(sessionId === undefined ? {} : { session: sessionId }),
		...(clientId === undefined ? {} : { client: clientId }),
		...(since === undefined ? {} : { since: timestamp(since) }),
		...(until === undefined ? {} : { until: timestamp(until) }),
	};
}
