/** What happened to credentials, as their holders saw it: at which moment each was used or ended, and what was answered. */
export interface Step {
	credential: string;
	/** A use shows it; an end says that it holds no longer from the answer on. */
	act: "use" | "end";
	/** Moments, all different, in the order in which they were seen. */
	began: number;
	answered: number;
	/** For an end: acknowledged. */
	accepted: boolean;
	/** For the reader of a contradiction. */
	note?: string;
}

/**
 * A credential holds until one moment, and never again. The history is linearizable if there is such a moment for each:
 * after every accepted use began and some end began, before every refused use was answered and every acknowledged end
 * was. Returns the credentials for which there is none, with what was seen.
 */
export function contradictions(history: readonly Step[]): string[] {
	const found: string[] = [];
	for (const [credential, steps] of Map.groupBy(history, (step) => step.credential)) {
		const uses = steps.filter(({ act }) => act === "use");
		const ends = steps.filter(({ act }) => act === "end");
		const earliest = Math.max(
			Math.min(...ends.map(({ began }) => began)),
			...uses.filter(({ accepted }) => accepted).map(({ began }) => began),
		);
		const latest = Math.min(
			...ends.filter(({ accepted }) => accepted).map(({ answered }) => answered),
			...uses.filter(({ accepted }) => !accepted).map(({ answered }) => answered),
		);
		if (earliest > latest) found.push([credential, ...steps.map(describe)].join("\n  "));
	}
	return found;
}

function describe({ act, began, answered, accepted, note = "" }: Step): string {
	return `${began}–${answered} ${act} ${accepted ? "accepted" : "refused"} ${note}`;
}
