/** What a flood does to checks and logins, product beside product: the picture and the sentence of README.md. */
import { median, percent, sumOf } from "../lib/statistics.ts";
import type { Weather } from "../scenarios/peers-flood.ts";
import type { Result } from "./result.ts";

interface Figures {
	name: string;
	title: string;
	checks: [quiet: number, flood: number];
	/** Parts of one. */
	logins: [quiet: number, flood: number];
}

function figuresOf({ subjects, peersFlood: { floods } }: Result): Figures[] {
	return subjects.flatMap(({ name, title }) => {
		const rounds = floods[name]?.rounds ?? [];
		if (rounds.length === 0) return [];
		const checks = (of: "quiet" | "flood") => median(rounds.map((round) => round[of].checksPerSecond));
		const logins = (of: "quiet" | "flood") => {
			const all = (count: (weather: Weather) => number) => sumOf(rounds.map((round) => count(round[of])));
			return all(({ loginsDone }) => loginsDone) / all(({ loginsTried }) => loginsTried);
		};
		return {
			name,
			title,
			checks: [checks("quiet"), checks("flood")],
			logins: [logins("quiet"), logins("flood")],
		};
	});
}

const kept = ({ checks: [quiet, flood] }: Figures) => flood / quiet;
const whole = (value: number) => Math.round(value).toLocaleString("en-GB");

const BEGIN = "<!-- flood: printed by npm run bench -- page -->";
const END = "<!-- /flood -->";

/** README.md with the sentence and the picture of this result. */
export function withFlood(readme: string, result: Result): string {
	const [from, to] = [readme.indexOf(BEGIN), readme.indexOf(END)];
	if (from < 0 || to < from) throw new Error(`README.md has no place for the flood: ${BEGIN} … ${END}`);
	return `${readme.slice(0, from)}${BEGIN}\n${describeFlood(result)}\n${readme.slice(to)}`;
}

function describeFlood(result: Result): string {
	const all = figuresOf(result);
	const own = all.find(({ name }) => name === "sallyport-sqlite");
	if (own === undefined) throw new Error("The result lacks Sallyport on SQLite.");
	const peers = all.filter(({ name }) => !name.startsWith("sallyport-")).sort((a, b) => kept(b) - kept(a));
	const best =
		peers[0] === undefined
			? ""
			: `; the best peer in checks (${peers[0].title}) keeps ${percent(kept(peers[0]))} and completes ${percent(peers[0].logins[1])}`;
	const { connections } = result.peersFlood;
	const each = all.map(
		({ title, checks, logins }) =>
			`${title}: ${checks.map(whole).join(" → ")} checks a second, ${logins.map(percent).join(" → ")} of logins done.`,
	);
	return [
		`While ${connections} connections try wrong passwords, Sallyport on SQLite keeps ${percent(kept(own))} of its check rate and completes`,
		`${percent(own.logins[1])} of the logins of known devices${best} ([all figures](docs/benchmarks.md)).`,
		"",
		`<img src="docs/pictures/flood.svg" width="720" alt="Before and during a flood of ${connections} connections. ${each.join(" ")}">`,
		"",
	].join("\n");
}

const ROW = 48;
const TOP = 76;

/** It brings its own background, and follows the reader's choice of light or dark. */
export function printFloodPicture(result: Result): string {
	const all = figuresOf(result);
	const most = Math.max(...all.flatMap(({ checks }) => checks));
	const height = TOP + ROW * all.length + 4;
	const text = (x: number, y: number, said: string, kind = "") =>
		`<text x="${x}" y="${y}"${kind === "" ? "" : ` class="${kind}"`}>${said}</text>`;
	const pair = (x: number, y: number, width: number, parts: number[], said: string[]) =>
		parts.flatMap((part, at) => {
			const kind = at === 0 ? "quiet" : "flood";
			const long = Math.max(1, Math.round(width * part));
			const bar = `<rect x="${x}" y="${y + at * 18}" width="${long}" height="14" class="${kind}"/>`;
			return [bar, text(x + long + 6, y + at * 18 + 12, said[at] ?? "")];
		});
	const rows = all.flatMap(({ name, title, checks, logins }, at) => {
		const y = TOP + at * ROW;
		return [
			text(16, y + 21, title, name.startsWith("sallyport-") ? "own" : ""),
			...pair(
				250,
				y,
				190,
				checks.map((rate) => rate / most),
				checks.map(whole),
			),
			...pair(530, y, 120, logins, logins.map(percent)),
		];
	});
	return `${[
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 ${height}" width="720" height="${height}">`,
		"<style>",
		"svg { color-scheme: light dark; font: 13px system-ui, sans-serif }",
		".card { fill: #fff } text { fill: #24292f } .own, .head { font-weight: 600 } .quiet { fill: #b6bdc6 } .flood { fill: #2563eb }",
		"@media (prefers-color-scheme: dark) { .card { fill: #161b22 } text { fill: #e6edf3 } .quiet { fill: #5a636e } .flood { fill: #6ea8fe } }",
		"</style>",
		`<rect class="card" width="720" height="${height}" rx="8"/>`,
		`<rect x="16" y="18" width="14" height="14" class="quiet"/>`,
		text(36, 30, "before"),
		`<rect x="100" y="18" width="14" height="14" class="flood"/>`,
		text(120, 30, `during a flood of ${result.peersFlood.connections} connections of wrong passwords`),
		text(250, 60, "checks a second", "head"),
		text(530, 60, "logins of a known device", "head"),
		...rows,
		"</svg>",
	].join("\n")}\n`;
}
