/** How many logins a second, in both modes, beside the raw loop of the same hashing. See compare/options.ts for options. */
import { runScenario } from "./compare/options.ts";
import { alignedTable } from "./lib/table.ts";
import { measureLogins } from "./login/measure-logins.ts";
import { factsOf } from "./page/facts.ts";
import { loginRows } from "./page/rows.ts";

if (import.meta.main)
	await runScenario(async (stage) => alignedTable(loginRows(await measureLogins(stage), factsOf(stage))));
