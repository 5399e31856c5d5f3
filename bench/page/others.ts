import type { Loaded } from "../compare/load.ts";
import type { Result } from "../compare/result.ts";
import { showNumber } from "../compare/spread.ts";
import { median } from "../lib/median.ts";

/** A part of one processor. Above it, figures of two runs differ by more than they tell. */
const QUIET = 0.1;
/** By which the fastest round of the bare server may exceed the slowest: hosts give a guest more or less, and say nothing. */
const STEADY = 1.3;
/** Below these a run shows only that it runs. */
const LEAST = { rounds: 3, seconds: 2 };

/** What a reader must know before the figures; empty: nothing. */
export function warningsOf(result: Result): string[] {
	const { pace } = result;
	const others = othersOf(result);
	const warnings: string[] = [];
	if (pace.rounds < LEAST.rounds || pace.seconds < LEAST.seconds)
		warnings.push(
			`A trial run (rounds: ${pace.rounds}, seconds each: ${pace.seconds}): it shows that everything runs; do not quote its figures.`,
		);
	if (others > QUIET)
		warnings.push(
			`The machine was busy: other programs and the host had ${Math.round(100 * others)} % of one processor (median) while servers that use nothing else were measured. Repeat it on a quiet one.`,
		);
	const speeds = result.check.bare.rounds.map(({ perSecond }) => perSecond);
	const [slowest, fastest] = [Math.min(...speeds), Math.max(...speeds)];
	if (fastest > STEADY * slowest)
		warnings.push(
			`The machine was not steady: the bare server answered ${showNumber(slowest)} requests a second in one round and ${showNumber(fastest)} in another. Ratios across rounds are off by as much.`,
		);
	return warnings;
}

/** Median part of a processor that went elsewhere during the checks; a database of its own would count as another program. */
export function othersOf({ check }: Result): number {
	const measured: Loaded[] = [
		...check.bare.rounds,
		...Object.entries(check.checks)
			.filter(([name]) => !name.includes("postgres"))
			.flatMap(([, { token, cookie }]) => [...token.rounds, ...cookie.rounds]),
	];
	return median(measured.map(({ others }) => others));
}
