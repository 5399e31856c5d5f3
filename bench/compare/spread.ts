import { quantile } from "../lib/median.ts";

/** Of the rounds. */
export interface Spread {
	median: number;
	least: number;
	most: number;
}

/** null of none, so that it survives JSON. */
export function spreadOf(values: readonly number[]): Spread | null {
	if (values.length === 0) return null;
	return { median: quantile(values, 0.5), least: Math.min(...values), most: Math.max(...values) };
}

/** "1,331 (1,300–1,340)"; with fewer digits the larger it is. */
export function showSpread(spread: Spread | null, unit = ""): string {
	if (spread === null) return "–";
	const { median, least, most } = spread;
	if (least === most) return `${showNumber(median)}${unit}`;
	return `${showNumber(median)}${unit} (${showNumber(least)}–${showNumber(most)})`;
}

export function showNumber(value: number): string {
	const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
	return value.toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
