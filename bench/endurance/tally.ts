/** The figures of a history, by row of the table and by phase. */
import { type Mark, type Phase, phases } from "./faults.ts";
import type { Call, Outcome } from "./history.ts";

export interface KindTally {
	kind: string;
	calls: number;
	by: Record<Outcome, number>;
	/** Of the 503: said by the front, because an instance was gone. */
	fromFront: number;
}

export function tallyKinds(calls: readonly Call[]): KindTally[] {
	return [...Map.groupBy(calls, ({ kind }) => kind)]
		.map(([kind, those]) => ({
			kind,
			calls: those.length,
			by: {
				accepted: countOf(those, "accepted"),
				refused: countOf(those, "refused"),
				unavailable: countOf(those, "unavailable"),
				away: countOf(those, "away"),
				broken: countOf(those, "broken"),
				other: countOf(those, "other"),
			},
			fromFront: those.filter(({ from }) => from === "front").length,
		}))
		.sort((a, b) => b.calls - a.calls);
}

export const countOf = (calls: readonly Call[], outcome: Outcome): number =>
	calls.filter((call) => call.outcome === outcome).length;

export interface PhaseTally {
	phase: Phase;
	/** Milliseconds. */
	duration: number;
	/** Through the front. */
	calls: number;
	unavailable: { service: number; front: number };
	/** Milliseconds: the longest time without a success through the front, most of which lies in this phase. */
	gap: number;
	/** Milliseconds, of the successes. */
	latencies: { hashing: number[]; others: number[] };
}

/** Until the end of the load. A call belongs to the phase in which it was answered: that is when a fault shows. */
export function tallyPhases(calls: readonly Call[], marks: readonly Mark[], until: number): PhaseTally[] {
	const phaseAt = (moment: number) => marks.findLast(({ from }) => from <= moment)?.phase ?? "quiet";
	const begin = marks[0]?.from ?? 0;
	const loaded = calls.filter(({ way, answered }) => way === "front" && answered <= until);
	const successes = loaded.filter(({ outcome }) => outcome === "accepted");
	const moments = [begin, ...successes.map(({ answered }) => answered).sort((a, b) => a - b)];
	const gaps = moments.slice(1).map((to, index) => {
		const from = moments[index] ?? to;
		return { length: to - from, phase: phaseAt((from + to) / 2) };
	});
	return phases.map((phase) => {
		const those = loaded.filter(({ answered }) => phaseAt(answered) === phase);
		const done = successes.filter(({ answered }) => phaseAt(answered) === phase);
		const hashes = ({ act }: Call) => act === "login" || act === "password change";
		const took = ({ began, answered }: Call) => answered - began;
		return {
			phase,
			duration: marks.reduce(
				(sum, mark, index) =>
					mark.phase === phase ? sum + (marks[index + 1]?.from ?? until) - mark.from : sum,
				0,
			),
			calls: those.length,
			unavailable: {
				service: those.filter(({ from }) => from === "service").length,
				front: those.filter(({ from }) => from === "front").length,
			},
			gap: Math.max(0, ...gaps.filter((gap) => gap.phase === phase).map(({ length }) => length)),
			latencies: {
				hashing: done.filter(hashes).map(took),
				others: done.filter((call) => !hashes(call)).map(took),
			},
		};
	});
}
