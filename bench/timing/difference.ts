import { median, quantile } from "../lib/median.ts";

export interface Difference {
	/** Of the medians. */
	estimate: number;
	/** That of the population lies between these with a confidence of 99 %. */
	least: number;
	most: number;
}

const RESAMPLES = 2000;
const OUTSIDE = 0.005;

/**
 * `one` minus `other`, which were measured in turns: element n of both in round n. The range by bootstrap over rounds, which
 * keeps together what the same moment of the machine has touched.
 */
export function differenceOfMedians(
	one: readonly number[],
	other: readonly number[],
	random: () => number = Math.random,
): Difference {
	const rounds = one.length;
	const resampled = Array.from({ length: RESAMPLES }, () => {
		const drawn = Array.from({ length: rounds }, () => Math.floor(random() * rounds));
		const of = (values: readonly number[]) => median(drawn.map((round) => values[round] ?? Number.NaN));
		return of(one) - of(other);
	});
	return {
		estimate: median(one) - median(other),
		least: quantile(resampled, OUTSIDE),
		most: quantile(resampled, 1 - OUTSIDE),
	};
}
