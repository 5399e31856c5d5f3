import { setTimeout } from "node:timers/promises";
import { listEventsAfter, listNewestEvents, type RecordedEvent } from "../../platform/audit/audit-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Clock } from "../../platform/lib/clock.ts";

/** Milliseconds between two queries. */
const INTERVAL = 1000;
/**
 * How far back each query begins, in milliseconds: an event appears when its transaction commits, perhaps after later events,
 * and the clocks of instances differ a little.
 */
const OVERLAP = 10_000;
const PAGE = 500;

export interface Follower {
	/** New events since the last call, oldest first, each once. */
	next(): Promise<RecordedEvent[]>;
}

/** Follows new events of all instances. */
export async function createFollower(queries: Queryable, clock: Clock): Promise<Follower> {
	/** Times by id, of events that may be read again. */
	const seen = new Map<string, number>();
	const [last] = await listNewestEvents(queries, {}, 1);
	let newest = last?.time ?? 0;

	async function next(): Promise<RecordedEvent[]> {
		// An instance whose clock is ahead must not hide the events of the others.
		const from = Math.min(newest, clock()) - OVERLAP;
		const found: RecordedEvent[] = [];
		let after = { time: from, id: "" };
		for (;;) {
			const page = await listEventsAfter(queries, after, PAGE);
			found.push(...page.filter(({ id }) => !seen.has(id)));
			const end = page.at(-1);
			if (end === undefined || page.length < PAGE) break;
			after = end;
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

/** Prints matching events as they appear, until the signal aborts. */
export async function printNew(
	follower: Follower,
	matches: (event: RecordedEvent) => boolean,
	print: (event: RecordedEvent) => void,
	signal: AbortSignal,
): Promise<void> {
	while (!signal.aborted) {
		for (const event of (await follower.next()).filter(matches)) print(event);
		await setTimeout(INTERVAL, undefined, { signal }).catch(() => {});
	}
}

/** Aborts on Ctrl-C, or when the output is closed. */
export function stopSignal(): AbortSignal {
	const controller = new AbortController();
	const stop = () => controller.abort();
	process.once("SIGINT", stop).once("SIGTERM", stop);
	process.stdout.once("error", stop);
	return controller.signal;
}
