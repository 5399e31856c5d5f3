/**
 * A PostgreSQL that fails over, again and again: how long it takes from the promotion to the first login. Every run ends with the
 * question whether all that was acknowledged is there; it throws if anything is not.
 */
import { startFailoverWorld } from "../../packages/server/test/support/failover-drill.ts";
import { faults } from "../../packages/server/test/support/postgres-pair.ts";
import { median } from "../lib/statistics.ts";
import { alignedTable } from "../lib/table.ts";
import { defineScenario } from "../scenario.ts";

async function measureFailover({ runs, say }: { runs: number; say: (line: string) => void }) {
	const world = await startFailoverWorld();
	const found = [];
	try {
		for (let run = 0; run < runs; run += 1) {
			const fault = faults[run % faults.length] ?? "kill";
			const figures = await world.drill(fault);
			found.push(figures);
			say(`run ${run + 1}, ${fault}: first login after ${figures.firstLogin.toFixed(0)} ms`);
			await world.pair.rejoin();
		}
	} finally {
		await world.stop();
	}
	return found;
}

type Figures = Awaited<ReturnType<typeof measureFailover>>;

function report(found: Figures): string {
	const rows = faults.flatMap((fault) => {
		const own = found.filter((each) => each.fault === fault);
		if (own.length === 0) return [];
		const times = own.map(({ firstLogin }) => firstLogin);
		const sum = (pick: (each: Figures[number]) => number | undefined) =>
			String(own.reduce((total, each) => total + (pick(each) ?? 0), 0));
		return [
			[
				...[fault, String(own.length), median(times).toFixed(0), Math.max(...times).toFixed(0)],
				...["live", "ended", "links", "used"].map((what) => sum(({ acknowledged }) => acknowledged[what])),
				...[200, 401, 429, 503].map((status) => sum(({ statuses }) => statuses.get(status))),
			],
		];
	});
	const head = ["fault", "runs", "first login, ms", "most, ms", "sessions", "ended", "links", "links used"];
	return alignedTable([[...head, "200", "401", "429", "503"], ...rows]);
}

export const scenario = defineScenario({ runs: 20 }, async ({ runs }) => {
	const say = (line: string) => process.stderr.write(`${line}\n`);
	return report(await measureFailover({ runs, say }));
});
