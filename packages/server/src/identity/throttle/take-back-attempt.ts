import type { Queryable } from "../../platform/database/tables.ts";
import { type Counted, type CountedNow, inOrder } from "./attempt-counters.ts";
import { type AttemptCounter, takeBack, vouchFor } from "./attempt-rule.ts";
import { findCounters, lockCounters, writeCounters } from "./attempt-store.ts";

/** A counter as an attempt has left it, if that is still known. */
type CountedOnce = Counted & { counter?: AttemptCounter };

/** Takes an attempt back; with a success of a known client, failures of unknown devices are not in a row any more. */
export async function takeBackAttempt(
	queries: Queryable,
	counted: readonly CountedOnce[],
	{ succeeded, vouchedFor, now }: { succeeded: boolean; vouchedFor: Counted | null; now: number },
): Promise<CountedNow[]> {
	const imposed = new Map(counted.map(({ key, counter }) => [key, counter?.blockedUntil]));
	const touched: Counted[] = vouchedFor === null ? [...counted] : [...counted, vouchedFor];
	const after = (await lockCounters(queries, inOrder(touched), now)).map((each) => {
		const { key, counter, limits } = each;
		return {
			...each,
			counter: imposed.has(key)
				? takeBack(counter, succeeded, limits, imposed.get(key))
				: vouchFor(counter, now, limits),
		};
	});
	await writeCounters(queries, after, now);
	return after;
}

/** A counter, if there is anything on it to vouch for. */
export async function toVouchFor(
	queries: Queryable,
	vouched: Counted | null,
	now: number,
): Promise<Counted | null> {
	if (vouched === null) return null;
	const [found] = await findCounters(queries, [vouched], now);
	return (found?.counter.consecutive ?? 0) > 0 ? vouched : null;
}
