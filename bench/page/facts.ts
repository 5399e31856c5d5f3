import type { SubjectFacts } from "../compare/result.ts";
import type { Stage } from "../compare/stage.ts";
import type { Subject } from "../subjects/subject.ts";

/** What is to be told of every subject, those that cannot be measured included. */
export function factsOf({ subjects, missing }: Pick<Stage, "subjects" | "missing">): SubjectFacts[] {
	const facts = (
		{ name, title, hashing, configured, source }: Subject,
		version: string | null,
		problem: string | null,
	): SubjectFacts => ({ name, title, hashing, configured, source: source ?? null, version, problem });
	return [
		...subjects.map((subject) => facts(subject, subject.version, null)),
		...missing.map(({ subject, problem }) => facts(subject, null, problem)),
	];
}
