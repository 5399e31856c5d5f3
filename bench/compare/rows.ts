/** What the tables of all comparisons share. */
import { median, showSpread } from "../lib/statistics.ts";
import type { Rows } from "../lib/table.ts";
import type { Loaded } from "../load/load.ts";
import type { Measured } from "./interleave.ts";
import type { SubjectFacts } from "./subject-facts.ts";

/** A row per subject. */
export function rowsOf<Figures>(
	facts: readonly SubjectFacts[],
	measured: (name: string) => Measured<Figures> | undefined,
	cells: (rounds: Figures[], facts: SubjectFacts) => string[],
): Rows {
	return facts.map((each) => {
		const found = measured(each.name);
		if (each.problem !== null) return [each.title, "not here"];
		if (found === undefined) return [each.title, "–"];
		if (found.rounds.length === 0) return [each.title, "failed"];
		return [each.title, ...cells(found.rounds, each)];
	});
}

export const spread = <Figures>(rounds: readonly Figures[], of: (round: Figures) => number): string =>
	showSpread(rounds.map(of));
export const rate = (rounds: readonly Loaded[]): string => spread(rounds, ({ perSecond }) => perSecond);

export interface Limit {
	perSecond: number;
	/** Per second of processor time; null where that is not compared. */
	perProcessorSecond: number | null;
}

/**
 * What is claimed: part of a limit that was measured in the same run, of medians. Where the processor time of both is known, the
 * lesser of two: by time, which flatters when the load generator is the slower part, and by processor time of the server.
 */
export function ratio(rounds: readonly Loaded[], limit: Limit | null): number | null {
	if (rounds.length === 0 || limit === null) return null;
	const byTime = median(rounds.map(({ perSecond }) => perSecond)) / limit.perSecond;
	if (limit.perProcessorSecond === null) return byTime;
	const perProcessorSecond = median(rounds.map((each) => each.perProcessorSecond));
	return Math.min(byTime, perProcessorSecond / limit.perProcessorSecond);
}

/** What no cell says: which subjects do not install here, and which measurements were given up, with the reasons. */
export function failuresOf(facts: readonly SubjectFacts[], figures: unknown): string[] {
	const absent = facts.flatMap(({ title, problem }) =>
		problem === null ? [] : [`${title} does not install here: ${oneLine(problem)}`],
	);
	return [...absent, ...failuresIn(figures, [])];
}

/** Of every `Measured`, at any depth. */
function failuresIn(value: unknown, path: string[]): string[] {
	if (typeof value !== "object" || value === null) return [];
	if ("rounds" in value && "problem" in value)
		return typeof value.problem === "string" ? [`${path.join(", ")} failed: ${oneLine(value.problem)}`] : [];
	return Object.entries(value).flatMap(([name, member]) => failuresIn(member, [...path, name]));
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, 300);
