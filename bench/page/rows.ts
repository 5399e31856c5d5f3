/** The tables, for the terminal and the page alike: the first row names the columns. */
import type { CheckFigures } from "../check/measure-checks.ts";
import type { Measured } from "../compare/interleave.ts";
import type { Loaded } from "../compare/load.ts";
import type { SubjectFacts } from "../compare/result.ts";
import { type Spread, showSpread, spreadOf } from "../compare/spread.ts";
import type { Footprint } from "../footprint/measure-footprint.ts";
import type { InstallFigures } from "../install/measure-installs.ts";
import type { LoginFigures } from "../login/measure-logins.ts";
import type { PeersFloodFigures, SubjectInFlood } from "../peers-flood/measure-peers-flood.ts";
import { bareOf, type Limit, ratio, rawOf } from "./ratios.ts";

export type Rows = string[][];

/** A row per subject; failures.ts tells why some have no figures. */
function rowsOf<Figures>(
	facts: readonly SubjectFacts[],
	measured: (name: string) => Measured<Figures> | undefined,
	cells: (rounds: Figures[], facts: SubjectFacts) => string[],
): Rows {
	return facts.map((each) => {
		const found = measured(each.name);
		if (each.problem !== null) return [each.title, "not here"];
		if (found === undefined) return [each.title, "–"];
		if (found.rounds.length === 0) return [each.title, "failed"];
		return [each.title, ...cells(found.rounds, each)];
	});
}

const spread = <Figures>(rounds: readonly Figures[], of: (round: Figures) => number): Spread | null =>
	spreadOf(rounds.map(of));
const rate = (rounds: readonly Loaded[]) => showSpread(spread(rounds, ({ perSecond }) => perSecond));
export const percent = (part: number | null) =>
	part === null ? "–" : `${(100 * part).toFixed(part < 0.1 ? 1 : 0)} %`;

export function loginRows({ raw, logins }: LoginFigures, facts: readonly SubjectFacts[]): Rows {
	const limits = Object.entries(raw).map(([kind, measured]) => [
		`limit: ${kind}`,
		showSpread(spreadOf(measured.rounds)),
		"100 %",
		"",
		"",
		"",
		"",
	]);
	return [
		["logins/s", "token", "of its limit", "cookie", "of its limit", "p99, ms (token)", "refused"],
		...rowsOf(
			facts,
			(name) => logins[name]?.token,
			(token, { name, hashing }) => {
				const cookie = logins[name]?.cookie.rounds ?? [];
				const limit = rawOf(raw, hashing);
				return [
					rate(token),
					percent(ratio(token, limit)),
					rate(cookie),
					percent(ratio(cookie, limit)),
					showSpread(spread(token, ({ p99 }) => p99)),
					refused([...token, ...cookie]),
				];
			},
		),
		...limits,
	];
}

/** Right passwords all the same: the answer was 503 or none. */
function refused(rounds: readonly Loaded[]): string {
	const sum = (of: (round: Loaded) => number) => rounds.reduce((total, round) => total + of(round), 0);
	const failed = sum((round) => round.failed);
	return failed === 0 ? "none" : percent(failed / (failed + sum(({ answered }) => answered)));
}

export function checkRows({ bare, checks }: CheckFigures, facts: readonly SubjectFacts[]): Rows {
	const limits = bareOf(bare);
	const cells = (rounds: readonly Loaded[], limit: Limit) => [rate(rounds), percent(ratio(rounds, limit))];
	const cost = (rounds: readonly Loaded[]) =>
		showSpread(spread(rounds, ({ perProcessorSecond }) => 1e6 / perProcessorSecond));
	return [
		["checks/s", "cookie", "of bare", "bearer", "of bare", "cookie: processor µs", "bearer: processor µs"],
		...rowsOf(
			facts,
			(name) => checks[name]?.cookie,
			(cookie, { name }) => {
				const token = checks[name]?.token.rounds ?? [];
				return [...cells(cookie, limits), ...cells(token, limits), cost(cookie), cost(token)];
			},
		),
		["limit: bare node:http", rate(bare.rounds), "100 %", rate(bare.rounds), "100 %", cost(bare.rounds), ""],
	];
}

export function floodRows({ connections, floods }: PeersFloodFigures, facts: readonly SubjectFacts[]): Rows {
	const pair = (rounds: readonly SubjectInFlood[], of: (weather: SubjectInFlood["quiet"]) => number) =>
		[
			showSpread(spread(rounds, ({ quiet }) => of(quiet))),
			showSpread(spread(rounds, ({ flood }) => of(flood))),
		].join(" → ");
	return [
		[
			`quiet → flood of ${connections}`,
			"checks/s",
			"check p99, ms",
			"times as slow",
			"logins done",
			"login p50, ms",
			"answers to the flood/s",
		],
		...rowsOf(
			facts,
			(name) => floods[name],
			(rounds) => [
				pair(rounds, ({ checksPerSecond }) => checksPerSecond),
				pair(rounds, ({ p99 }) => p99),
				showSpread(spread(rounds, ({ quiet, flood }) => flood.p99 / quiet.p99)),
				loginsDone(rounds),
				showSpread(spreadOf(rounds.flatMap(({ flood }) => flood.loginP50 ?? []))),
				answersOf(rounds),
			],
		),
	];
}

function loginsDone(rounds: readonly SubjectInFlood[]): string {
	const sum = (of: (round: SubjectInFlood) => number) =>
		rounds.reduce((total, round) => total + of(round), 0);
	const part = (of: "quiet" | "flood") =>
		percent(sum((round) => round[of].loginsDone) / sum((round) => round[of].loginsTried));
	return `${part("quiet")} → ${part("flood")}`;
}

/** Medians, by status. */
function answersOf(rounds: readonly SubjectInFlood[]): string {
	const statuses = [...new Set(rounds.flatMap(({ answers }) => Object.keys(answers)))];
	const medians = statuses.map((status) => ({
		status,
		rate: spread(rounds, ({ answers }) => answers[Number(status)] ?? 0)?.median ?? 0,
	}));
	const shown = medians.filter(({ rate }) => rate >= 0.5);
	return (
		shown
			.map(({ status, rate }) => `${status === "0" ? "broken" : status}: ${Math.round(rate)}`)
			.join(", ") || "none"
	);
}

export function footprintRows(
	footprint: Record<string, Measured<Footprint>>,
	facts: readonly SubjectFacts[],
): Rows {
	return [
		["", "start to first login, ms", "resident at rest, MB", "resident under load, MB"],
		...rowsOf(
			facts,
			(name) => footprint[name],
			(rounds) => [
				showSpread(spread(rounds, ({ firstLogin }) => firstLogin)),
				showSpread(spread(rounds, ({ idle }) => idle)),
				showSpread(spread(rounds, ({ loaded }) => loaded)),
			],
		),
	];
}

const installTitles: Record<string, string> = {
	sallyport: "Sallyport, to run it",
	"sallyport-checkout": "Sallyport, with what its tests need",
};

export function installRows({ installs }: InstallFigures): Rows {
	return [
		["npm install", "seconds", "packages", "MB", "compiled here"],
		...Object.entries(installs).map(([name, { rounds }]) => {
			const title = installTitles[name] ?? name;
			const [first] = rounds;
			if (first === undefined) return [title, "failed"];
			return [
				title,
				showSpread(spread(rounds, ({ seconds }) => seconds)),
				String(first.packages),
				String(Math.round(first.megabytes)),
				first.compiled.join(", ") || "nothing",
			];
		}),
	];
}
