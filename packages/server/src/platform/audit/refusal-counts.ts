import { addressPrefix } from "../lib/address-prefix.ts";
import type { AuditEvent, Client } from "./audit.ts";
import type { ReasonOf } from "./events.ts";
import type { EventOfRefusal, RefusalEventName } from "./refusal-event.ts";

export interface Refusal extends EventOfRefusal {
	client: Client;
}

/** Which refused requests are counted together. */
interface Alike {
	event: RefusalEventName;
	code: string;
	/** null: the code says it all. */
	reason: ReasonOf<"oidc_refused"> | null;
	/** Its id, where a request of an application was refused: one that fails often must not hide why another one does. */
	application: string | null;
	/** The first of them, or a user with too many sources; null: all sources beyond a limit. */
	from: Pick<Refusal, "client" | "subject"> | { userId: string } | null;
}

/** Refused requests that are not in a row yet. */
export interface RefusalCount extends Alike {
	/** When the first of them was, milliseconds. */
	since: number;
	more: number;
}

/**
 * Separate counts, and as many again for authn_token_reuse: limits the memory, and the rows per minute, that attackers can
 * cause. Anyone can cause the other events, and those must not hide where a revoked token was used.
 */
const MAX_COUNTS = 500;
/** Of one user, who may have ended any number of sessions: the rest share one count. */
const MAX_OF_USER = 20;
/** Of one application, which may be broken for all of its users: else nothing would say where others are refused, and whom. */
const MAX_OF_APPLICATION = 50;

/** Decides which refused requests become a row and which are only counted: attackers can cause any number of them. */
export function createRefusalCounts(maxCounts = MAX_COUNTS) {
	const reuse = new Map<string, RefusalCount>();
	const others = new Map<string, RefusalCount>();
	const countsOf = (event: RefusalEventName) => (event === "authn_token_reuse" ? reuse : others);

	/** Its own place, or that of the rest of its user, or that of all others of its application. */
	function placeOf(own: Alike): Alike {
		const counts = countsOf(own.event);
		if (counts.has(keyOf(own))) return own;
		const userId = userOf(own.from);
		const placesOf = (isAlike: (count: Alike) => boolean) => [...counts.values()].filter(isAlike).length;
		const isOfRest = userId !== null && placesOf(({ from }) => userOf(from) === userId) >= MAX_OF_USER;
		const place = isOfRest ? { ...own, application: null, from: { userId } } : own;
		if (counts.has(keyOf(place))) return place;
		const { application } = place;
		const isFull =
			counts.size >= maxCounts ||
			(application !== null && placesOf((count) => count.application === application) >= MAX_OF_APPLICATION);
		// Applications are registered: the rest of each is a place of its own, so that none hides another one.
		return isFull ? { ...own, from: null } : place;
	}

	function add({ since, more, ...own }: RefusalCount): void {
		const counts = countsOf(own.event);
		const place = placeOf(own);
		const count = counts.get(keyOf(place)) ?? { ...place, since, more: 0 };
		counts.set(keyOf(place), {
			...count,
			since: Math.min(count.since, since),
			more: count.more + more,
		});
	}

	return {
		/** Whether it is the first within a minute, which is recorded at once; further ones are counted. */
		isFirst({ event, client, subject, detail }: Refusal, now: number): boolean {
			const { code, reason = null, application = null } = detail;
			const refused = { event, code, reason, application, from: { client, subject } };
			const isNew = placeOf(refused) === refused && !countsOf(event).has(keyOf(refused));
			add({ ...refused, since: now, more: isNew ? 0 : 1 });
			return isNew;
		},
		/** Removes and returns the counts that began before a time; a caller that cannot write them puts them back. */
		take(begunBefore: number): RefusalCount[] {
			const taken = [...reuse, ...others].filter(([, { since }]) => since < begunBefore);
			for (const [key, { event }] of taken) countsOf(event).delete(key);
			return taken.map(([, count]) => count).filter(({ more }) => more > 0);
		},
		putBack: (returned: RefusalCount[]) => returned.forEach(add),
	};
}

function userOf(from: Alike["from"]): string | null {
	if (from === null) return null;
	return "userId" in from ? from.userId : (from.subject?.userId ?? null);
}

function keyOf({ event, code, reason, application, from }: Alike): string {
	const what = `${event} ${code} ${reason ?? ""} ${application ?? ""}`;
	if (from === null) return what;
	if ("userId" in from) return `${what} user ${from.userId}`;
	return `${what} ${addressPrefix(from.client.address)} ${from.subject?.sessionId ?? ""}`;
}

/** Makes one event of all that were counted. */
export function eventOfCount({
	event,
	code,
	reason,
	application,
	from,
	since,
	more,
}: RefusalCount): AuditEvent<RefusalEventName> {
	const { client, subject } = from !== null && "client" in from ? from : { client: null, subject: null };
	// Event and reason came together.
	return {
		event,
		userId: userOf(from),
		sessionId: subject?.sessionId ?? null,
		client: client === null ? null : { address: client.address, userAgent: null, requestId: null },
		detail: {
			code,
			...(reason === null ? {} : { reason }),
			...(application === null ? {} : { application }),
			more,
			since: new Date(since).toISOString(),
		},
	} as AuditEvent<RefusalEventName>;
}
