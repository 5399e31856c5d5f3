/** How many checks of a cookie or a token a second, beside a bare node:http server. See compare/options.ts for options. */
import { measureChecks } from "./check/measure-checks.ts";
import { runScenario } from "./compare/options.ts";
import { alignedTable } from "./lib/table.ts";
import { factsOf } from "./page/facts.ts";
import { checkRows } from "./page/rows.ts";

if (import.meta.main)
	await runScenario(async (stage) => alignedTable(checkRows(await measureChecks(stage), factsOf(stage))));
