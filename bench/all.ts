/**
 * All scenarios that have a place in docs/benchmarks.md, in under ten minutes: prints the tables, keeps the result in
 * bench/results and prints the page from it.
 *
 *   npm run bench -- all [--rounds 3] [--seconds 2] [--only sallyport-sqlite,express] [--connections 200]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { measureAll } from "./compare/measure-all.ts";
import type { Result } from "./compare/result.ts";
import { runScenario } from "./compare/run-scenario.ts";
import { judgeGoals } from "./goals.ts";
import { warningsOf } from "./page/others.ts";
import { checkRows, floodRows, footprintRows, installRows, loginRows, type Rows } from "./page/rows.ts";
import { writePage } from "./page/write-page.ts";

function tablesOf(result: Result): Rows[] {
	const { subjects } = result;
	const met = (value: boolean | null) => (value === null ? "–" : value ? "yes" : "no");
	const goals = judgeGoals(result).map(({ what, goal, figure, met: isMet }) => [
		what,
		goal,
		figure,
		met(isMet),
	]);
	return [
		loginRows(result.login, subjects),
		checkRows(result.check, subjects),
		floodRows(result.peersFlood, subjects),
		footprintRows(result.footprint, subjects),
		installRows(result.install),
		[["goal", "wanted", "this run", "met"], ...goals],
	];
}

if (import.meta.main)
	await runScenario(async (stage, _facts, { connections }) => {
		const seconds = stage.pace.seconds * 1000;
		const ownFlood = {
			from: "many",
			connections,
			quiet: 3 * seconds,
			flood: 5 * seconds,
			alone: 2 * seconds,
			closedLoop: seconds,
			recovery: 5000,
			raw: seconds,
			profile: false,
		} as const;
		const result = await measureAll(stage, { connections, ownFlood });
		const folder = join(import.meta.dirname, "results");
		mkdirSync(folder, { recursive: true });
		const file = join(folder, `${result.date.slice(0, 10)}.json`);
		writeFileSync(file, `${JSON.stringify(result, null, "\t")}\n`);
		writePage(result, join(import.meta.dirname, "../docs"));
		const kept = `Kept as ${file}; docs/benchmarks.md is printed from it.`;
		return { figures: result, tables: tablesOf(result), notes: [...warningsOf(result), kept] };
	});
