/** Everything that docs/benchmarks.md shows: prints the tables, keeps the result in bench/results, and prints the page from it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onStage, type Stage } from "../compare/stage.ts";
import { goalRows } from "../page/goals.ts";
import { type Result, thisMachine, warningsOf } from "../page/result.ts";
import { resultFolder } from "../page/result-folder.ts";
import { defineScenario } from "../scenario.ts";
import { checkRows, measureChecks } from "./check.ts";
import { judge, measureFlood } from "./flood.ts";
import { footprintRows, measureFootprint } from "./footprint.ts";
import { installRows, measureInstalls } from "./install.ts";
import { loginRows, measureLogins } from "./login.ts";
import { writePage } from "./page.ts";
import { floodRows, measurePeersFlood } from "./peers-flood.ts";

export const scenario = defineScenario(
	{ rounds: 3, seconds: 2, only: "", connections: 200 },
	async ({ connections, ...values }) =>
		onStage({ ...values, before: "" }, (stage) => runAll(stage, connections)),
);

async function runAll(stage: Stage, connections: number) {
	const { pace, facts: subjects } = stage;
	const began = performance.now();
	const login = await measureLogins(stage);
	const check = await measureChecks(stage);
	const peersFlood = await measurePeersFlood(stage, { connections });
	const footprint = await measureFootprint(stage);
	stage.say("the flood of Sallyport alone");
	const second = pace.seconds * 1000;
	const times = { quiet: 3 * second, flood: 5 * second, alone: 2 * second, raw: second };
	const ownFlood = judge(await measureFlood({ connections, ...times }));
	const install = await measureInstalls(stage);
	const minutes = (performance.now() - began) / 60_000;
	const figures: Result = {
		...{ date: new Date().toISOString(), machine: thisMachine(), pace, minutes, subjects },
		...{ login, check, peersFlood, footprint, install, ownFlood },
	};
	mkdirSync(resultFolder, { recursive: true });
	const file = join(resultFolder, `${figures.date.slice(0, 10)}.json`);
	// A line for each scenario.
	const text = JSON.stringify(figures, null, "\t").replaceAll(/\n\t{2,}|\n\t(?=[\]}])/g, " ");
	writeFileSync(file, `${text}\n`);
	writePage(figures);
	const tables = [
		loginRows(login, subjects),
		checkRows(check, subjects),
		floodRows(peersFlood, subjects),
		footprintRows(footprint, subjects),
		installRows(install),
		goalRows(figures),
	];
	const kept = `Kept as ${file}; docs/benchmarks.md is printed from it.`;
	return { figures, tables, notes: [...warningsOf(figures), kept] };
}
