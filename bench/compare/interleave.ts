import { problemOf } from "../lib/problem.ts";

export interface Item<Figures> {
	name: string;
	measure(round: number): Promise<Figures>;
}

export interface Measured<Figures> {
	/** One element per round that succeeded. */
	rounds: Figures[];
	/** Why it was given up; null: it was not. */
	problem: string | null;
}

/**
 * Measures all in turns, A B C, then B C A, then C A B: noise of the machine meets each of them alike, and none always follows
 * the same one. One that fails is left out from then on.
 */
export async function interleave<Figures>(
	items: ReadonlyArray<Item<Figures>>,
	{ rounds, say }: { rounds: number; say: (what: string) => void },
): Promise<Record<string, Measured<Figures>>> {
	const all: Record<string, Measured<Figures>> = {};
	for (const { name } of items) all[name] = { rounds: [], problem: null };
	for (let round = 0; round < rounds; round += 1) {
		const first = round % Math.max(1, items.length);
		for (const item of [...items.slice(first), ...items.slice(0, first)]) {
			const measured = all[item.name];
			if (measured === undefined || measured.problem !== null) continue;
			say(`round ${round + 1} of ${rounds}, ${item.name}`);
			try {
				measured.rounds.push(await item.measure(round));
			} catch (error) {
				measured.problem = problemOf(error);
			}
		}
	}
	return all;
}
