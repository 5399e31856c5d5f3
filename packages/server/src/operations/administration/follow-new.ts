import type { Clock } from "../../platform/lib/clock.ts";

/**
 * How far back each query begins, in milliseconds: an event appears when its transaction commits, at times after later events,
 * and the clocks of instances differ a little.
 */
export const OVERLAP = 10_000;

/** Each call resolves with the new ones since the last, oldest first, each once. `last`: the newest one so far. */
export async function followNew<Event extends { id: string; time: number | string }>(
	last: Event | undefined,
	clock: Clock,
	listSince: (time: number) => Promise<Event[]>,
): Promise<() => Promise<Event[]>> {
	/** Times by id, of events that may be read again. */
	const seen = new Map<string, number>();
	const timeOf = ({ time }: Event) => new Date(time).getTime();
	let newest = last === undefined ? 0 : timeOf(last);

	async function next(): Promise<Event[]> {
		// An instance whose clock is ahead must not hide the events of other instances.
		const from = Math.min(newest, clock()) - OVERLAP;
		const found = (await listSince(from)).filter(({ id }) => !seen.has(id));
		for (const event of found) {
			seen.set(event.id, timeOf(event));
			newest = Math.max(newest, timeOf(event));
		}
		for (const [id, time] of seen) if (time < from) seen.delete(id);
		return found;
	}

	await next();
	return next;
}
