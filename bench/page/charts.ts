/** Which charts the page has, by file name. */
import type { Loaded } from "../compare/load.ts";
import type { Result, SubjectFacts } from "../compare/result.ts";
import { type Spread, spreadOf } from "../compare/spread.ts";
import { type Chart, drawChart } from "./chart.ts";
import { bareOf, type Limit, ratio, rawOf } from "./ratios.ts";

export function drawCharts(result: Result): Record<string, string> {
	return {
		"logins.svg": drawChart(loginChart(result)),
		"checks.svg": drawChart(checkChart(result)),
		"flood.svg": drawChart(floodChart(result)),
		"memory.svg": drawChart(memoryChart(result)),
		"start.svg": drawChart(startChart(result)),
	};
}

const shared = ({ subjects }: Result) => ({
	labels: subjects.map(({ title }) => title),
	absent: Object.fromEntries(
		subjects.filter(({ problem }) => problem !== null).map(({ title }) => [title, "does not install here"]),
	),
});

/** In percent; the range of a ratio to the median of the limit. */
function percentOf(rounds: readonly Loaded[], limit: Limit | null): Spread | null {
	const middle = ratio(rounds, limit);
	if (middle === null) return null;
	const parts = rounds.map((each) => 100 * (ratio([each], limit) ?? 0));
	return {
		median: 100 * middle,
		least: Math.min(...parts, 100 * middle),
		most: Math.max(...parts, 100 * middle),
	};
}

function loginChart(result: Result): Chart {
	const { subjects, login } = result;
	const values = (mode: "token" | "cookie") =>
		subjects.map(({ name, hashing }: SubjectFacts) =>
			percentOf(login.logins[name]?.[mode].rounds ?? [], rawOf(login.raw, hashing)),
		);
	return {
		...shared(result),
		title: "Logins: part of what the machine can hash",
		subtitle: "Of a bare loop of the same library and parameters, in the same run; longer is better",
		series: [
			{ name: "token", values: values("token") },
			{ name: "cookie", values: values("cookie") },
		],
		unit: " %",
		mark: { value: 100, text: "the raw hash loop" },
	};
}

function checkChart(result: Result): Chart {
	const { subjects, check } = result;
	const limit = bareOf(check.bare);
	const values = (mode: "token" | "cookie") =>
		subjects.map(({ name }) => percentOf(check.checks[name]?.[mode].rounds ?? [], limit));
	return {
		...shared(result),
		title: "Checks of a credential: part of a bare node:http server",
		subtitle: "In the same run, one processor for the server; longer is better",
		series: [
			{ name: "cookie", values: values("cookie") },
			{ name: "bearer", values: values("token") },
		],
		unit: " %",
		mark: { value: 100, text: "bare node:http" },
	};
}

function floodChart(result: Result): Chart {
	const { subjects, peersFlood } = result;
	const values = (of: "quiet" | "flood") =>
		subjects.map(({ name }) =>
			spreadOf((peersFlood.floods[name]?.rounds ?? []).map((round) => round[of].p99)),
		);
	return {
		...shared(result),
		title: `A check of a credential during a flood of ${peersFlood.connections}: p99`,
		subtitle: "Milliseconds, in powers of ten; shorter is better",
		series: [
			{ name: "quiet", values: values("quiet") },
			{ name: "flood", values: values("flood") },
		],
		unit: " ms",
		logarithmicFrom: 0.5,
	};
}

function memoryChart(result: Result): Chart {
	const { subjects, footprint } = result;
	const values = (of: "idle" | "loaded") =>
		subjects.map(({ name }) => spreadOf((footprint[name]?.rounds ?? []).map((each) => each[of])));
	return {
		...shared(result),
		title: "Resident memory",
		subtitle: "Of the serving process; shorter is better",
		series: [
			{ name: "at rest", values: values("idle") },
			{ name: "under load", values: values("loaded") },
		],
		unit: " MB",
	};
}

function startChart(result: Result): Chart {
	const { subjects, footprint } = result;
	return {
		...shared(result),
		title: "From the start of the process to the first login",
		subtitle: "On a database that exists; shorter is better",
		series: [
			{
				name: "ms",
				values: subjects.map(({ name }) =>
					spreadOf((footprint[name]?.rounds ?? []).map(({ firstLogin }) => firstLogin)),
				),
			},
		],
		unit: " ms",
	};
}
