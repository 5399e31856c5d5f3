import { addressPrefix } from "../lib/address-prefix.ts";
import type { AuditEvent, Client } from "./audit.ts";
import { auditEvents } from "./events.ts";
import type { EventOfRefusal, RefusalEventName } from "./refusal-event.ts";

export interface Refusal extends EventOfRefusal {
	client: Client;
}

/** Refusals of one event, from one place, that stand in no row yet. */
export interface RefusalCount {
	event: RefusalEventName;
	/** The first of them; null: of everybody for whom there was no place apart. */
	from: Pick<Refusal, "client" | "subject"> | null;
	/** When the first of them was, milliseconds. */
	since: number;
	more: number;
}

export interface RefusalCounts {
	/** Whether it is the first within a minute, to be recorded at once; if not, it is counted. */
	isFirst(refusal: Refusal, now: number): boolean;
	/** Hands over the counts that began before a moment; whoever cannot write them down puts them back. */
	take(begunBefore: number): RefusalCount[];
	putBack(counts: RefusalCount[]): void;
}

/**
 * So many are kept apart, and as many again of events of level error: a limit to the memory, and to the rows of a minute, that
 * strangers can fill. Anyone can cause the others, and must not thereby hide where a revoked token was used.
 */
const MOST_APART = 500;

/** Which refusals become a row of their own, and which are only counted: strangers cause them at any rate. */
export function createRefusalCounts(mostApart = MOST_APART): RefusalCounts {
	const severe = new Map<string, RefusalCount>();
	const others = new Map<string, RefusalCount>();
	const countsOf = (event: RefusalEventName) => (auditEvents[event].level === "error" ? severe : others);

	/** Adds to the count of this place, or to that of everybody else. */
	function add({ event, from, since, more }: RefusalCount): void {
		const counts = countsOf(event);
		const apart = counts.has(keyOf(event, from)) || counts.size < mostApart;
		const place = apart ? from : null;
		const key = keyOf(event, place);
		const count = counts.get(key) ?? { event, from: place, since, more: 0 };
		counts.set(key, { ...count, since: Math.min(count.since, since), more: count.more + more });
	}

	return {
		isFirst({ event, client, subject }, now) {
			const from = { client, subject };
			const counts = countsOf(event);
			const isNew = !counts.has(keyOf(event, from)) && counts.size < mostApart;
			add({ event, from, since: now, more: isNew ? 0 : 1 });
			return isNew;
		},
		take(begunBefore) {
			const taken = [...severe, ...others].filter(([, { since }]) => since < begunBefore);
			for (const [key, { event }] of taken) countsOf(event).delete(key);
			return taken.map(([, count]) => count).filter(({ more }) => more > 0);
		},
		putBack: (returned) => returned.forEach(add),
	};
}

function keyOf(event: string, from: RefusalCount["from"]): string {
	return from === null
		? event
		: `${event} ${addressPrefix(from.client.address)} ${from.subject?.sessionId ?? ""}`;
}

/** The one row that stands for all that were counted. */
export function eventOfCount({ event, from, since, more }: RefusalCount): AuditEvent<RefusalEventName> {
	const { client = null, subject = null } = from ?? {};
	return {
		event,
		userId: subject?.userId ?? null,
		sessionId: subject?.sessionId ?? null,
		client: client === null ? null : { address: client.address, userAgent: null, requestId: null },
		detail: { more, since: new Date(since).toISOString() },
	};
}
