/** Seconds, packages and megabytes of a clean install, product beside product. See compare/options.ts for options. */
import { runScenario } from "./compare/options.ts";
import { measureInstalls } from "./install/measure-installs.ts";
import { alignedTable } from "./lib/table.ts";
import { installRows } from "./page/rows.ts";

if (import.meta.main)
	await runScenario(async (stage) => alignedTable(installRows(await measureInstalls(stage))));
