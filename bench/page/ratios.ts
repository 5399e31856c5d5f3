/** What is claimed: parts of limits that were measured in the same run. */
import type { Measured } from "../compare/interleave.ts";
import type { Loaded } from "../compare/load.ts";
import { median } from "../lib/median.ts";
import type { LoginFigures } from "../login/measure-logins.ts";
import type { Hashing } from "../subjects/subject.ts";

export interface Limit {
	perSecond: number;
	/** Per second of processor time; null where that is not compared. */
	perProcessorSecond: number | null;
}

export function rawOf(raw: LoginFigures["raw"], hashing: Hashing): Limit | null {
	const rounds = raw[hashing]?.rounds ?? [];
	return rounds.length === 0 ? null : { perSecond: median(rounds), perProcessorSecond: null };
}

export function bareOf({ rounds }: Measured<Loaded>): Limit {
	return {
		perSecond: median(rounds.map((each) => each.perSecond)),
		perProcessorSecond: median(rounds.map((each) => each.perProcessorSecond)),
	};
}

/**
 * Of medians. Where the processor time of both is known, the lesser of two: by time, which flatters when the load generator is
 * the slower part, and by processor time of the server, which flatters who waits.
 */
export function ratio(rounds: readonly Loaded[], limit: Limit | null): number | null {
	if (rounds.length === 0 || limit === null) return null;
	const byTime = median(rounds.map(({ perSecond }) => perSecond)) / limit.perSecond;
	if (limit.perProcessorSecond === null) return byTime;
	const byProcessor =
		median(rounds.map(({ perProcessorSecond }) => perProcessorSecond)) / limit.perProcessorSecond;
	return Math.min(byTime, byProcessor);
}
