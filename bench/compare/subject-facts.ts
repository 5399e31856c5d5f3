import type { Subject } from "../subjects/subject.ts";

/** What a reader must know of a subject, also of one that cannot be measured. */
export type SubjectFacts = ReturnType<typeof factsOf>;

export function factsOf(subject: Subject, version: string | null, problem: string | null) {
	const { name, title, hashing, configured, source = null } = subject;
	return { name, title, hashing, configured, source, version, problem };
}
