import { measureChecks } from "../check/measure-checks.ts";
import { judge } from "../flood/judge.ts";
import { type FloodOptions, measureFlood } from "../flood/measure-flood.ts";
import { measureFootprint } from "../footprint/measure-footprint.ts";
import { measureInstalls } from "../install/measure-installs.ts";
import { measureLogins } from "../login/measure-logins.ts";
import { factsOf } from "../page/facts.ts";
import { measurePeersFlood } from "../peers-flood/measure-peers-flood.ts";
import type { Progress } from "./progress.ts";
import { type OwnFlood, type Result, thisMachine } from "./result.ts";
import type { Stage } from "./stage.ts";

/** One scenario after the other, each with all subjects in turns. */
export async function measureAll(
	stage: Stage,
	{ connections, ownFlood }: { connections: number; ownFlood: FloodOptions },
): Promise<Result> {
	const began = performance.now();
	const login = await measureLogins(stage);
	const check = await measureChecks(stage);
	const peersFlood = await measurePeersFlood(stage, { connections });
	const footprint = await measureFootprint(stage);
	const own = await measureOwnFlood(ownFlood, stage.progress);
	const install = await measureInstalls(stage);
	return {
		date: new Date().toISOString(),
		machine: thisMachine(),
		pace: stage.pace,
		minutes: (performance.now() - began) / 60_000,
		subjects: factsOf(stage),
		login,
		check,
		peersFlood,
		footprint,
		install,
		ownFlood: own,
	};
}

/** What the goals need to know of the scenario flood. */
async function measureOwnFlood(options: FloodOptions, progress: Progress): Promise<OwnFlood> {
	progress.scenario("flood");
	progress.step("Sallyport alone");
	const figures = await measureFlood(options);
	const { checks, checkSlowdown, logins, hashing, missed } = judge(figures);
	return { checks, checkSlowdown, logins, hashing, missed, wrong: figures.wrong.length };
}
