/** What a flood of wrong passwords does to everybody else, product beside product. */
import { type Item, interleave } from "../compare/interleave.ts";
import { rowsOf, spread } from "../compare/rows.ts";
import { comparing, type Stage } from "../compare/stage.ts";
import type { SubjectFacts } from "../compare/subject-facts.ts";
import { median, percent, showSpread, sumOf } from "../lib/statistics.ts";
import { bar, type Rows } from "../lib/table.ts";
import { type Look, prepareFlood } from "../load/flood.ts";

export type Weather = ReturnType<typeof weatherOf>;

/** `answers` to the flood per second, by status; 0: broken connections. */
export type SubjectInFlood = Record<"quiet" | "flood", Weather> & { answers: Record<number, number> };
export type PeersFloodFigures = Awaited<ReturnType<typeof measurePeersFlood>>;

/** Each round with a fresh process: some need long to recover from it. */
export async function measurePeersFlood(stage: Stage, { connections }: { connections: number }) {
	const { subjects, pace, say } = stage;
	const crowd = { connections, who: "half unknown", kinds: ["byDevice"] } as const;
	const duration = pace.seconds * 1000;
	const items = subjects.map(({ name, protocol, start }): Item<SubjectInFlood> => {
		const measure = async () => {
			await using ends = new AsyncDisposableStack();
			const server = ends.use(await start());
			const flood = await prepareFlood(server, { ...crowd, protocol }, ends);
			const quiet = await flood.look(duration, duration / 2);
			await flood.begin();
			const during = await flood.look(duration, duration / 2);
			await flood.end();
			const { answers, seconds } = during.window;
			const rates = Object.entries(answers).map(([status, count]) => [status, count / seconds]);
			return { quiet: weatherOf(quiet), flood: weatherOf(during), answers: Object.fromEntries(rates) };
		};
		return { name, measure };
	});
	return { connections, floods: await interleave(items, { rounds: pace.rounds, say }) };
}

/** `p50`, `p99`: milliseconds of a check, the machine halting or not. `checksPerSecond`: when ten connections ask without pause. */
function weatherOf({ seen, p50, p99WithHalts: p99, checksPerSecond }: Look) {
	const { wrongChecks, logins } = seen;
	const { tried: loginsTried, done } = logins.byDevice ?? { tried: 0, done: [] };
	/** Milliseconds of those done. */
	const loginP50 = done.length === 0 ? null : median(done);
	return { p50, p99, checksPerSecond, wrongChecks, loginsTried, loginsDone: done.length, loginP50 };
}

export function floodRows({ connections, floods }: PeersFloodFigures, facts: readonly SubjectFacts[]): Rows {
	const pair = (rounds: readonly SubjectInFlood[], of: (weather: Weather) => number) =>
		`${spread(rounds, ({ quiet }) => of(quiet))} → ${spread(rounds, ({ flood }) => of(flood))}`;
	const rows = rowsOf(
		facts,
		(name) => floods[name],
		(rounds) => {
			const rate = (of: "quiet" | "flood") => median(rounds.map((round) => round[of].checksPerSecond));
			const kept = rate("flood") / rate("quiet");
			return [
				bar(kept),
				percent(kept),
				pair(rounds, ({ checksPerSecond }) => checksPerSecond),
				pair(rounds, ({ p99 }) => p99),
				spread(rounds, ({ quiet, flood }) => flood.p99 / quiet.p99),
				`${loginsDone(rounds, "quiet")} → ${loginsDone(rounds, "flood")}`,
				showSpread(rounds.flatMap(({ flood }) => flood.loginP50 ?? [])),
				answersOf(rounds),
			];
		},
	);
	const checks = ["checks left", "", "checks/s", "check p99, ms", "times as slow"];
	const others = ["logins done", "login p50, ms", "answers to the flood/s"];
	return [[`quiet → flood of ${connections}`, ...checks, ...others], ...rows];
}

const loginsDone = (rounds: readonly SubjectInFlood[], of: "quiet" | "flood"): string =>
	percent(
		sumOf(rounds.map((round) => round[of].loginsDone)) / sumOf(rounds.map((round) => round[of].loginsTried)),
	);

/** Medians, by status. */
function answersOf(rounds: readonly SubjectInFlood[]): string {
	const statuses = [...new Set(rounds.flatMap(({ answers }) => Object.keys(answers)))];
	const rates = statuses.flatMap((status) => {
		const rate = median(rounds.map(({ answers }) => answers[Number(status)] ?? 0));
		return rate < 0.5 ? [] : `${status === "0" ? "broken" : status}: ${Math.round(rate)}`;
	});
	return rates.join(", ") || "none";
}

export const scenario = comparing({ connections: 200 }, measurePeersFlood, floodRows);
