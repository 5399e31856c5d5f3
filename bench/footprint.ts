/** From the start of the process to the first login, and memory, product beside product. See compare/options.ts for options. */
import { runScenario } from "./compare/options.ts";
import { measureFootprint } from "./footprint/measure-footprint.ts";
import { alignedTable } from "./lib/table.ts";
import { factsOf } from "./page/facts.ts";
import { footprintRows } from "./page/rows.ts";

if (import.meta.main)
	await runScenario(async (stage) =>
		alignedTable(footprintRows(await measureFootprint(stage), factsOf(stage))),
	);
