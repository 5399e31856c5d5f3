import assert from "node:assert/strict";
import { test } from "node:test";
import { drawChart } from "./chart.ts";

const spread = (median: number) => ({ median, least: 0.9 * median, most: 1.1 * median });
const chart = {
	title: "Logins & <more>",
	subtitle: "longer is better",
	labels: ["one", "two", "gone"],
	series: [{ name: "token", values: [spread(100), spread(50), null] }],
	unit: " %",
	absent: { gone: "not here" },
};
const widths = (svg: string) =>
	[...svg.matchAll(/<rect class="bar0" [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));

test("bars are as long as what they stand for, and who has none is told why", () => {
	const svg = drawChart(chart);
	const [one = 0, two = 0, ...others] = widths(svg);
	assert.ok(Math.abs(one - 2 * two) <= 1, `${one} ${two}`);
	assert.deepEqual(others, []);
	assert.match(svg, />not here</);
	assert.match(svg, />100 %</);
});

test("powers of ten take the same room", () => {
	const values = [spread(1), spread(10), spread(100)];
	const [, ten = 0, hundred = 0] = widths(
		drawChart({ ...chart, series: [{ name: "times", values }], logarithmicFrom: 1 }),
	);
	assert.ok(Math.abs(hundred - 2 * ten) <= 1, `${ten} ${hundred}`);
});

test("text cannot break out, and both colour schemes are served", () => {
	const svg = drawChart(chart);
	assert.match(svg, />Logins &amp; &lt;more&gt;</);
	assert.match(svg, /prefers-color-scheme: dark/);
	assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
});
