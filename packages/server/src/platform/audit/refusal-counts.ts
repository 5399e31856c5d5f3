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
	/** The first of them, or the user whose places are all taken; null: of everybody for whom there was no place apart. */
	from: Pick<Refusal, "client" | "subject"> | { userId: string } | null;
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
 * strangers can fill. Anyone can cause the others, and must not hide where a revoked token was used.
 */
const MOST_APART = 500;
/** Of one user, who may have ended any number of sessions: the rest of them counts as one. */
const MOST_OF_USER = 20;

/** Which refusals become a row of their own, and which are only counted: strangers cause them at any rate. */
export function createRefusalCounts(mostApart = MOST_APART): RefusalCounts {
	const severe = new Map<string, RefusalCount>();
	const others = new Map<string, RefusalCount>();
	const countsOf = (event: RefusalEventName) => (auditEvents[event].level === "error" ? severe : others);

	/** Its own, or that of the rest of its user, or that of everybody else. */
	function placeOf({ event, from }: Pick<RefusalCount, "event" | "from">): RefusalCount["from"] {
		const counts = countsOf(event);
		const isOpen = (place: RefusalCount["from"]) =>
			counts.has(keyOf(event, place)) || counts.size < mostApart;
		const userId = userOf(from);
		if (userId === null || counts.has(keyOf(event, from))) return isOpen(from) ? from : null;
		const ofUser = counts.values().reduce((sum, count) => sum + Number(userOf(count.from) === userId), 0);
		const place = ofUser < MOST_OF_USER ? from : { userId };
		return isOpen(place) ? place : null;
	}

	function add({ event, from, since, more }: RefusalCount): void {
		const counts = countsOf(event);
		const place = placeOf({ event, from });
		const key = keyOf(event, place);
		const count = counts.get(key) ?? { event, from: place, since, more: 0 };
		counts.set(key, { ...count, since: Math.min(count.since, since), more: count.more + more });
	}

	return {
		isFirst({ event, client, subject }, now) {
			const from = { client, subject };
			const isNew = placeOf({ event, from }) === from && !countsOf(event).has(keyOf(event, from));
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

function userOf(from: RefusalCount["from"]): string | null {
	if (from === null) return null;
	return "userId" in from ? from.userId : (from.subject?.userId ?? null);
}

function keyOf(event: string, from: RefusalCount["from"]): string {
	if (from === null) return event;
	if ("userId" in from) return `${event} user ${from.userId}`;
	return `${event} ${addressPrefix(from.client.address)} ${from.subject?.sessionId ?? ""}`;
}

/** The one row that stands for all that were counted. */
export function eventOfCount({ event, from, since, more }: RefusalCount): AuditEvent<RefusalEventName> {
	const { client, subject } = from !== null && "client" in from ? from : { client: null, subject: null };
	return {
		event,
		userId: userOf(from),
		sessionId: subject?.sessionId ?? null,
		client: client === null ? null : { address: client.address, userAgent: null, requestId: null },
		detail: { more, since: new Date(since).toISOString() },
	};
}
