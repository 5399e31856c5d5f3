/** The value below which a part of them lies, 0 to 1; NaN of none. */
export function quantile(values: readonly number[], part: number): number {
	const sorted = Float64Array.from(values).sort();
	return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const RESAMPLES = 2000;

/**
 * `one` minus `other`, which were measured in turns: element n of both in round n. The range, with a confidence of 99 %, by
 * bootstrap over rounds, which keeps together what the same moment of the machine has touched.
 */
export function differenceOfMedians(one: readonly number[], other: readonly number[]) {
	const resampled = Array.from({ length: RESAMPLES }, () => {
		const drawn = one.map(() => Math.floor(Math.random() * one.length));
		const of = (values: readonly number[]) => median(drawn.map((round) => values[round] ?? Number.NaN));
		return of(one) - of(other);
	});
	const [least, most] = [quantile(resampled, 0.005), quantile(resampled, 0.995)];
	return { estimate: median(one) - median(other), least, most };
}

/** How often an observer of one time is right who takes `other` for what is slower, at the best limit; 0.5 is a guess. */
export function rightAbout(one: readonly number[], other: readonly number[]): number {
	const above = (times: readonly number[], limit: number) =>
		times.filter((time) => time > limit).length / times.length;
	return Math.max(...[...one, ...other].map((limit) => (1 + above(other, limit) - above(one, limit)) / 2));
}

/** "1,331 (1,300–1,340)", median and range; with fewer digits the larger it is. */
export function showSpread(values: readonly number[]): string {
	if (values.length === 0) return "–";
	const [least, middle, most] = [0, 0.5, 1].map((part) => quantile(values, part)) as [number, number, number];
	return least === most
		? showNumber(middle)
		: `${showNumber(middle)} (${showNumber(least)}–${showNumber(most)})`;
}

export function showNumber(value: number): string {
	if (Number.isNaN(value)) return "–";
	const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
	return value.toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export const percent = (part: number | null): string =>
	part === null ? "–" : `${(100 * part).toFixed(part < 0.1 ? 1 : 0)} %`;
