import { useId } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { locale } from "#texts/login.ts";

export interface Bar {
	label: string;
	/** By the name of the series. */
	values: Record<string, number>;
}

interface Props {
	label: string;
	/** Heading of the first column of the table. */
	time: string;
	/** In the order in which they are drawn; the name is also a class: colour and pattern. */
	series: ReadonlyArray<{ name: string; text: string }>;
	bars: readonly Bar[];
	/** Each part begins at the bottom, before the ones that are higher; else on top of the one before. */
	overlaid?: boolean;
}

const WIDTH = 960;
const HEIGHT = 160;
const GAP = 2;
const numbers = new Intl.NumberFormat(locale);

/** Bars of several parts. The same numbers are there as a table. */
export function Chart({ label, time, series, bars, overlaid = false }: Props) {
	const id = useId();
	const drawn = bars.map((bar) => ({ bar, parts: partsOf(bar, series, overlaid) }));
	const most = roundUp(
		Math.max(1, ...drawn.flatMap(({ parts }) => parts.map(({ from, value }) => from + value))),
	);
	const step = WIDTH / Math.max(1, bars.length);
	return (
		<figure class="chart">
			<svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
				<defs>
					{/* Beside its colour, each part but that of logins has a pattern. */}
					<pattern id={`${id}-failed`} width="6" height="6" patternUnits="userSpaceOnUse">
						<rect width="6" height="6" class="ground" />
						<path d="M0 6 6 0" class="line" />
					</pattern>
					<pattern id={`${id}-refused`} width="4" height="4" patternUnits="userSpaceOnUse">
						<rect width="4" height="4" class="ground" />
						<rect width="2" height="2" class="dot" />
					</pattern>
				</defs>
				{[0, 0.5, 1].map((share) => (
					<line
						key={share}
						class="rule"
						x1="0"
						x2={WIDTH}
						y1={HEIGHT - share * (HEIGHT - 1) - 0.5}
						y2={HEIGHT - share * (HEIGHT - 1) - 0.5}
					/>
				))}
				{drawn.map(({ bar, parts }, at) => (
					<g key={bar.label + at}>
						<title>{titleOf(bar, series)}</title>
						<rect class="catch" x={at * step} y="0" width={step} height={HEIGHT} />
						{parts.map(({ name, from, value }) => (
							<rect
								key={name}
								class={name}
								x={at * step + GAP / 2}
								y={HEIGHT - ((from + value) / most) * HEIGHT}
								width={Math.max(1, step - GAP)}
								height={(value / most) * HEIGHT}
								fill={name === "logins" ? undefined : `url(#${id}-${name})`}
							/>
						))}
					</g>
				))}
			</svg>
			<div class="scale" aria-hidden="true">
				<span>{bars[0]?.label}</span>
				<span>{consoleTexts.chart.most(numbers.format(most))}</span>
				<span>{bars.at(-1)?.label}</span>
			</div>
			<figcaption>
				{series.map(({ name, text }) => (
					<span key={name} class={`key ${name}`}>
						{text}
					</span>
				))}
			</figcaption>
			<details>
				<summary>{consoleTexts.chart.asTable}</summary>
				<table>
					<caption>{label}</caption>
					<thead>
						<tr>
							<th scope="col">{time}</th>
							{series.map(({ name, text }) => (
								<th key={name} scope="col">
									{text}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{bars.map((bar, at) => (
							<tr key={bar.label + at}>
								<th scope="row">{bar.label}</th>
								{series.map(({ name }) => (
									<td key={name}>{numbers.format(bar.values[name] ?? 0)}</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</details>
		</figure>
	);
}

function partsOf({ values }: Bar, series: Props["series"], overlaid: boolean) {
	let from = 0;
	return series.map(({ name }) => {
		const value = values[name] ?? 0;
		const part = { name, from, value };
		if (!overlaid) from += value;
		return part;
	});
}

const titleOf = ({ label, values }: Bar, series: Props["series"]): string =>
	`${label}: ${series.map(({ name, text }) => `${numbers.format(values[name] ?? 0)} ${text}`).join(", ")}`;

/** To 1, 2 or 5 times a power of ten: a number that can be read. */
function roundUp(value: number): number {
	const power = 10 ** Math.floor(Math.log10(value));
	return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= value) ?? value;
}
