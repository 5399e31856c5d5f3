/** What a whole run leaves in bench/results: every round of every measurement, and what it was made on. */
import { availableParallelism, cpus, version as kernel, release, totalmem } from "node:os";
import type { CheckFigures } from "../check/measure-checks.ts";
import type { Judged } from "../flood/judge.ts";
import type { Footprint } from "../footprint/measure-footprint.ts";
import type { InstallFigures } from "../install/measure-installs.ts";
import type { LoginFigures } from "../login/measure-logins.ts";
import type { PeersFloodFigures } from "../peers-flood/measure-peers-flood.ts";
import type { Hashing } from "../subjects/subject.ts";
import type { Measured } from "./interleave.ts";
import type { Pace } from "./stage.ts";

export interface Machine {
	processors: number;
	model: string;
	/** GB. */
	memory: number;
	system: string;
	node: string;
}

export interface SubjectFacts {
	name: string;
	title: string;
	hashing: Hashing;
	configured: string;
	/** null: it does not install or start here. */
	version: string | null;
	problem: string | null;
	/** Whose install counts for it; null: that of this repository. */
	source: string | null;
}

/** Of the scenario flood, which looks at Sallyport alone: people whom it knows, and hashing under the flood. */
export interface OwnFlood {
	checks: Judged["checks"];
	checkSlowdown: number;
	logins: Judged["logins"];
	hashing: Judged["hashing"];
	missed: Judged["missed"];
	wrong: number;
}

export interface Result {
	/** ISO. */
	date: string;
	machine: Machine;
	pace: Pace;
	minutes: number;
	subjects: SubjectFacts[];
	login: LoginFigures;
	check: CheckFigures;
	peersFlood: PeersFloodFigures;
	footprint: Record<string, Measured<Footprint>>;
	install: InstallFigures;
	ownFlood: OwnFlood | null;
}

export function thisMachine(): Machine {
	return {
		processors: availableParallelism(),
		model: cpus()[0]?.model.trim() ?? "unknown",
		memory: totalmem() / 1e9,
		system: `${process.platform} ${release()}, ${kernel().split(" ").slice(0, 2).join(" ")}`,
		node: process.version,
	};
}
