/** What a flood of wrong passwords does to everybody else, product beside product. See compare/options.ts for options. */
import { runScenario } from "./compare/run-scenario.ts";
import { floodRows } from "./page/rows.ts";
import { measurePeersFlood } from "./peers-flood/measure-peers-flood.ts";

if (import.meta.main)
	await runScenario(async (stage, facts, { connections }) => {
		const figures = await measurePeersFlood(stage, { connections });
		return { figures, tables: [floodRows(figures, facts)] };
	});
