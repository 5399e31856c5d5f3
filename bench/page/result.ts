/** What a whole run leaves in bench/results: every round of every measurement, and what it was made on. */
import { globSync, readFileSync } from "node:fs";
import { availableParallelism, cpus, version as kernel, release, totalmem } from "node:os";
import { join } from "node:path";
import type { Pace } from "../compare/stage.ts";
import type { SubjectFacts } from "../compare/subject-facts.ts";
import { median, showNumber } from "../lib/statistics.ts";
import type { CheckFigures } from "../scenarios/check.ts";
import type { judge } from "../scenarios/flood.ts";
import type { Footprints } from "../scenarios/footprint.ts";
import type { InstallFigures } from "../scenarios/install.ts";
import type { LoginFigures } from "../scenarios/login.ts";
import type { PeersFloodFigures } from "../scenarios/peers-flood.ts";
import { resultFolder } from "./result-folder.ts";

export interface Result {
	/** ISO. */
	date: string;
	machine: ReturnType<typeof thisMachine>;
	pace: Pace;
	minutes: number;
	subjects: SubjectFacts[];
	login: LoginFigures;
	check: CheckFigures;
	peersFlood: PeersFloodFigures;
	footprint: Footprints;
	install: InstallFigures;
	/** Of the scenario flood, which looks at Sallyport alone. Results from before November 28 do not say how many answers were wrong. */
	ownFlood: Omit<ReturnType<typeof judge>, "wrong"> & { wrong?: number };
}

const root = join(import.meta.dirname, "../..");
export const pageFile = join(root, "docs/benchmarks.md");
export const readmeFile = join(root, "README.md");

export const readResult = (file: string): Result => JSON.parse(readFileSync(file, "utf8")) as Result;

export function newestResult(): string {
	const newest = globSync("20*.json", { cwd: resultFolder }).sort().at(-1);
	if (newest === undefined) throw new Error("There is no result yet: npm run bench");
	return join(resultFolder, newest);
}

export function thisMachine() {
	return {
		processors: availableParallelism(),
		model: cpus()[0]?.model.trim() ?? "unknown",
		/** GB. */
		memory: totalmem() / 1e9,
		system: `${process.platform} ${release()}, ${kernel().split(" ").slice(0, 2).join(" ")}`,
		node: process.version,
	};
}

/** A part of one processor. Above it, figures of two runs differ by more than they tell. */
const QUIET = 0.1;
/** By which the fastest round of the bare server may exceed the slowest: hosts give a guest more or less, and say nothing. */
const STEADY = 1.3;
/** Below these a run shows only that it runs. */
const LEAST = { rounds: 3, seconds: 2 };

/** What a reader must know before the figures. */
export function* warningsOf({ pace, check, ownFlood: { wrong = 0 } }: Result): Generator<string> {
	if (pace.rounds < LEAST.rounds || pace.seconds < LEAST.seconds)
		yield `A trial run (rounds: ${pace.rounds}, seconds each: ${pace.seconds}): it shows that everything runs; do not quote its figures.`;
	if (wrong > 0)
		yield `In the flood of Sallyport alone ${wrong} answers were wrong. What is refused at once is fast: do not quote the times of its checks and logins.`;
	// A database of its own would count as another program.
	const alone = Object.entries(check.checks).filter(([name]) => !name.includes("postgres"));
	const measured = alone.flatMap(([, { token, cookie }]) => [...token.rounds, ...cookie.rounds]);
	const others = median([...check.bare.rounds, ...measured].map((round) => round.others));
	if (others > QUIET)
		yield `The machine was busy: other programs and the host had ${Math.round(100 * others)} % of one processor (median) while servers that use nothing else were measured. Repeat it on a quiet one.`;
	const speeds = check.bare.rounds.map(({ perSecond }) => perSecond);
	const [slowest, fastest] = [Math.min(...speeds), Math.max(...speeds)];
	if (fastest > STEADY * slowest)
		yield `The machine was not steady: the bare server answered ${showNumber(slowest)} requests a second in one round and ${showNumber(fastest)} in another. Ratios across rounds are off by as much.`;
}
