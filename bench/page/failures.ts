import type { SubjectFacts } from "../compare/result.ts";

const SHOWN = 300;

/** What stands in no cell: who does not install here, and which measurements were given up, with the reasons. */
export function failuresOf(facts: readonly SubjectFacts[], figures: unknown): string[] {
	const absent = facts
		.filter(({ problem }) => problem !== null)
		.map(({ title, problem }) => `${title} does not install here: ${oneLine(problem ?? "")}`);
	return [...absent, ...failuresIn(figures, [])];
}

/** A measurement is an object with a member `problem`, at any depth; null means that there was none. */
function failuresIn(value: unknown, path: string[]): string[] {
	if (typeof value !== "object" || value === null) return [];
	if ("rounds" in value && "problem" in value)
		return typeof value.problem === "string" ? [`${path.join(", ")} failed: ${oneLine(value.problem)}`] : [];
	return Object.entries(value).flatMap(([name, member]) => failuresIn(member, [...path, name]));
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, SHOWN);
