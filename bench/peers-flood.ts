/** What a flood of wrong passwords does to everybody else, product beside product. See compare/options.ts for options. */
import { runScenario } from "./compare/options.ts";
import { alignedTable } from "./lib/table.ts";
import { factsOf } from "./page/facts.ts";
import { floodRows } from "./page/rows.ts";
import { measurePeersFlood } from "./peers-flood/measure-peers-flood.ts";

if (import.meta.main)
	await runScenario(async (stage, { connections }) =>
		alignedTable(floodRows(await measurePeersFlood(stage, { connections }), factsOf(stage))),
	);
