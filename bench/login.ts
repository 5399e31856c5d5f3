/** How many logins a second, in both modes, beside the raw loop of the same hashing. See compare/options.ts for options. */
import { runScenario } from "./compare/run-scenario.ts";
import { measureLogins } from "./login/measure-logins.ts";
import { loginRows } from "./page/rows.ts";

if (import.meta.main)
	await runScenario(async (stage, facts) => {
		const figures = await measureLogins(stage);
		return { figures, tables: [loginRows(figures, facts)] };
	});
