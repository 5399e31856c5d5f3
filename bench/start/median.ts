/** "450 (430–610)", in whole numbers. */
export function medianAndRange(values: readonly number[]): string {
	const sorted = values.map(Math.round).sort((a, b) => a - b);
	const [least, most] = [sorted.at(0), sorted.at(-1)];
	return `${sorted[Math.floor((sorted.length - 1) / 2)]} (${least}–${most})`;
}
