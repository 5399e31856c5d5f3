/** Bars with ranges, as an SVG that follows the light or dark scheme of whoever looks at it. */
import { type Spread, showNumber } from "../compare/spread.ts";

export interface Series {
	name: string;
	/** One per label; null: no figure. */
	values: ReadonlyArray<Spread | null>;
}

export interface Chart {
	title: string;
	/** What the bars count, and how to read them. */
	subtitle: string;
	labels: readonly string[];
	series: readonly Series[];
	unit?: string;
	/** Why a label has no bar. */
	absent?: Readonly<Record<string, string>>;
	/** For what differs by orders of magnitude: from this value, in powers of ten. */
	logarithmicFrom?: number;
	/** A line across all bars. */
	mark?: { value: number; text: string };
}

const WIDTH = 760;
const LEFT = 230;
const RIGHT = 150;
const BAR = 15;
const GAP = 12;
const TOP = 76;

const style = `
	text { font: 13px system-ui, sans-serif; fill: #24292f; }
	.title { font-size: 16px; font-weight: 600; }
	.faint { fill: #57606a; font-size: 12px; }
	.bar0 { fill: #1a6e5a; } .bar1 { fill: #d08a2e; }
	.range { stroke: #24292f; stroke-width: 1.5; fill: none; }
	.mark { stroke: #b3261e; stroke-width: 1; stroke-dasharray: 4 3; }
	@media (prefers-color-scheme: dark) {
		text { fill: #e6edf3; } .faint { fill: #9da7b1; }
		.bar0 { fill: #3fb393; } .bar1 { fill: #e0a458; }
		.range { stroke: #e6edf3; } .mark { stroke: #ff8a80; }
	}`;

const escaped = (text: string) =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const round = (value: number) => Number(value.toFixed(1));

export function drawChart(chart: Chart): string {
	const { title, subtitle, labels, series, mark } = chart;
	const rowHeight = series.length * BAR + GAP;
	const bottom = TOP + labels.length * rowHeight;
	const height = bottom + (mark === undefined ? 8 : 28);
	const x = scaleOf(chart);
	const lines = [
		`<text class="title" x="12" y="26">${escaped(title)}</text>`,
		`<text class="faint" x="12" y="46">${escaped(subtitle)}</text>`,
		...legend(series),
		...labels.flatMap((label, row) => drawRow(chart, { label, row, y: TOP + row * rowHeight, x })),
		...(mark === undefined ? [] : drawMark(mark, { x: x(mark.value), bottom })),
	];
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)}">`,
		`<style>${style}\n</style>`,
		...lines,
		"</svg>\n",
	].join("\n");
}

/** From a value to a place; zero, or the least power of ten, lies at the left edge. */
function scaleOf({ series, mark, logarithmicFrom }: Chart): (value: number) => number {
	const values = series.flatMap((each) => each.values.map((value) => value?.most ?? 0));
	const most = Math.max(...values, mark?.value ?? 0, Number.MIN_VALUE);
	const width = WIDTH - LEFT - RIGHT;
	if (logarithmicFrom === undefined) return (value) => round(LEFT + (width * value) / most);
	const place = (value: number) => Math.log10(Math.max(value, logarithmicFrom) / logarithmicFrom);
	return (value) => round(LEFT + (width * place(value)) / Math.max(place(most), Number.MIN_VALUE));
}

function legend(series: readonly Series[]): string[] {
	if (series.length < 2) return [];
	return series.flatMap(({ name }, index) => [
		`<rect class="bar${index}" x="${LEFT + index * 120}" y="55" width="11" height="11"/>`,
		`<text class="faint" x="${LEFT + 16 + index * 120}" y="65">${escaped(name)}</text>`,
	]);
}

function drawRow(
	{ series, unit = "", absent = {} }: Chart,
	{ label, row, y, x }: { label: string; row: number; y: number; x: (value: number) => number },
): string[] {
	const middle = y + (series.length * BAR) / 2;
	const name = `<text x="${LEFT - 10}" y="${middle + 4}" text-anchor="end">${escaped(label)}</text>`;
	if (series.every(({ values }) => values[row] === null || values[row] === undefined))
		return [
			name,
			`<text class="faint" x="${LEFT}" y="${middle + 4}">${escaped(absent[label] ?? "–")}</text>`,
		];
	const bars = series.flatMap(({ values }, index) => {
		const value = values[row];
		if (value === null || value === undefined) return [];
		const [top, end] = [y + index * BAR, x(value.median)];
		const line = top + (BAR - 2) / 2;
		return [
			`<rect class="bar${index}" x="${LEFT}" y="${top}" width="${round(Math.max(1, end - LEFT))}" height="${BAR - 2}"/>`,
			`<path class="range" d="M${x(value.least)} ${line}H${x(value.most)}"/>`,
			`<text class="faint" x="${x(value.most) + 6}" y="${line + 4}">${showNumber(value.median)}${escaped(unit)}</text>`,
		];
	});
	return [name, ...bars];
}

function drawMark({ text }: { text: string }, { x, bottom }: { x: number; bottom: number }): string[] {
	return [
		`<path class="mark" d="M${x} ${TOP - 4}V${bottom}"/>`,
		`<text class="faint" x="${x}" y="${bottom + 16}" text-anchor="middle">${escaped(text)}</text>`,
	];
}
