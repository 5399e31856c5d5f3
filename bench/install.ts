/** Seconds, packages and megabytes of a clean install, product beside product. See compare/options.ts for options. */
import { runScenario } from "./compare/run-scenario.ts";
import { measureInstalls } from "./install/measure-installs.ts";
import { installRows } from "./page/rows.ts";

if (import.meta.main)
	await runScenario(async (stage) => {
		const figures = await measureInstalls(stage);
		return { figures, tables: [installRows(figures)] };
	});
