import { countLiveSessions } from "../../credentials/session/live-session-count-store.ts";
import { HOUR } from "../../platform/lib/clock.ts";
import { listHourlyCountsSince } from "../../platform/metrics/hourly-count-store.ts";
import { nameOfTime, outcomes, times } from "../../platform/metrics/hourly-counts.ts";
import { MAIL } from "../../platform/outbox/channel.ts";
import { countDeliveries } from "../../platform/outbox/delivery-count-store.ts";
import type { Platform } from "../../platform/platform.ts";

/** A page waits for them: of 5,000,000 on SQLite, 1,000 take 8 ms. The metrics have the number. */
const MOST_SESSIONS = 2_000;

/** How logins go, hour by hour, and how much there is now. */
export function createReadSummary({ clock, opened: { reads } }: Platform) {
	/** The last hours, the oldest first, the current one included; those in which nothing happened too. */
	async function listHours(most: number) {
		const last = Math.floor(clock() / HOUR) * HOUR;
		const first = last - (most - 1) * HOUR;
		const counts = new Map<number, Map<string, number>>();
		for (const { hour, name, count } of await listHourlyCountsSince(reads, first))
			counts.set(hour, (counts.get(hour) ?? new Map<string, number>()).set(name, count));
		return Array.from({ length: most }, (_, at) => describeHour(first + at * HOUR, counts));
	}

	return async function readSummary(hours: number) {
		const [series, sessions, mails] = await Promise.all([
			listHours(hours),
			countLiveSessions(reads, clock(), { mostRows: MOST_SESSIONS }),
			countDeliveries(reads, MAIL),
		]);
		return { hours: series, sessions, mails };
	};
}

function describeHour(hour: number, counts: ReadonlyMap<number, ReadonlyMap<string, number>>) {
	const of = (name: string) => counts.get(hour)?.get(name) ?? 0;
	const [logins, failed, refused] = outcomes.map(of) as [number, number, number];
	const took = [...times, undefined].map((most) => ({ most: most ?? null, count: of(nameOfTime(most)) }));
	return { hour, logins, failed, refused, p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
}

/** The bound below which that share of the logins was; null: there were none, or it was above all bounds. */
function quantile(took: ReadonlyArray<{ most: number | null; count: number }>, share: number): number | null {
	const all = took.reduce((sum, { count }) => sum + count, 0);
	let below = 0;
	for (const { most, count } of all === 0 ? [] : took) {
		below += count;
		if (below >= share * all) return most;
	}
	return null;
}
