/** The value below which a part of them lies, 0 to 1; NaN of none. */
export function quantile(values: readonly number[], part: number): number {
	const sorted = Float64Array.from(values).sort();
	return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** "450 (430–610)", in whole numbers. */
export function medianAndRange(values: readonly number[]): string {
	const [least, middle, most] = [0, 0.5, 1].map((part) => Math.round(quantile(values, part)));
	return `${middle} (${least}–${most})`;
}
