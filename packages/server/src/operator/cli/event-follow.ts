import { setTimeout } from "node:timers/promises";
import { listEventsAfter, listNewestEvents, type RecordedEvent } from "../../platform/audit/audit-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Clock } from "../../platform/lib/clock.ts";

/** Milliseconds between two looks. */
const INTERVAL = 1000;
/**
 * So far back each look begins, in milliseconds: an event is on record only when its transaction commits, which may be
 * after later ones, and the clocks of several instances differ a little.
 */
const OVERLAP = 10_000;
const PAGE = 500;

export interface Follower {
	/** Events that came since the last call, oldest first; each of them once. */
	next(): Promise<RecordedEvent[]>;
}

/** Follows the events that are recorded from now on, by whichever instance. */
export async function createFollower(queries: Queryable, clock: Clock): Promise<Follower> {
	/** Times by id, of what may come up again. */
	const seen = new Map<string, number>();
	const [last] = await listNewestEvents(queries, {}, 1);
	let newest = last?.time ?? 0;

	async function next(): Promise<RecordedEvent[]> {
		// A clock that is ahead, and writes times to come, must not hide the events of the others.
		const from = Math.min(newest, clock()) - OVERLAP;
		const found: RecordedEvent[] = [];
		let place = { time: from, id: "" };
		for (;;) {
			const page = await listEventsAfter(queries, place, PAGE);
			found.push(...page.filter(({ id }) => !seen.has(id)));
			const end = page.at(-1);
			if (end === undefined || page.length < PAGE) break;
			place = end;
		}
		for (const { id, time } of found) {
			seen.set(id, time);
			newest = Math.max(newest, time);
		}
		for (const [id, time] of seen) if (time < from) seen.delete(id);
		return found;
	}

	await next();
	return { next };
}

/** Tells the events that are wanted as they come, until the signal aborts. */
export async function tellNew(
	follower: Follower,
	wanted: (event: RecordedEvent) => boolean,
	tell: (event: RecordedEvent) => void,
	signal: AbortSignal,
): Promise<void> {
	while (!signal.aborted) {
		for (const event of (await follower.next()).filter(wanted)) tell(event);
		await setTimeout(INTERVAL, undefined, { signal }).catch(() => {});
	}
}

/** Aborts when the user has seen enough: by Ctrl-C, or because nobody reads what is printed any more. */
export function stopSignal(): AbortSignal {
	const controller = new AbortController();
	const stop = () => controller.abort();
	process.once("SIGINT", stop).once("SIGTERM", stop);
	process.stdout.once("error", stop);
	return controller.signal;
}
