/** How many checks of a cookie or a token a second, beside a bare node:http server. See compare/options.ts for options. */
import { measureChecks } from "./check/measure-checks.ts";
import { runScenario } from "./compare/run-scenario.ts";
import { checkRows } from "./page/rows.ts";

if (import.meta.main)
	await runScenario(async (stage, facts) => {
		const figures = await measureChecks(stage);
		return { figures, tables: [checkRows(figures, facts)] };
	});
