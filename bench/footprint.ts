/** From the start of the process to the first login, and memory, product beside product. See compare/options.ts for options. */
import { runScenario } from "./compare/run-scenario.ts";
import { measureFootprint } from "./footprint/measure-footprint.ts";
import { footprintRows } from "./page/rows.ts";

if (import.meta.main)
	await runScenario(async (stage, facts) => {
		const figures = await measureFootprint(stage);
		return { figures, tables: [footprintRows(figures, facts)] };
	});
