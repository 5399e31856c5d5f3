import type { Call } from "./history.ts";
import type { EnduranceFigures } from "./measure-endurance.ts";
import type { Fault, Finding } from "./user-facts.ts";

/** What there must be none of. */
export interface Verdict {
	/** Of any cause; the lost ones are among them. */
	wrongAcceptances: Finding[];
	lost: Record<Exclude<Fault, "wrong acceptance" | "wrong refusal">, Finding[]>;
	wrongRefusals: Finding[];
	/** Through the front: anything but an answer of the contract or 503 with Retry-After. */
	otherErrors: Call[];
	/** Through the front: no answer at all. */
	broken: Call[];
	/** Past the front, while every instance should have been there. */
	away: Call[];
	failures: string[];
}

export function verdictOf({ calls, findings, marks, failures }: EnduranceFigures): Verdict {
	const of = (fault: Fault) => findings.filter((finding) => finding.fault === fault);
	const phaseAt = (moment: number) => marks.findLast(({ from }) => from <= moment)?.phase ?? "quiet";
	return {
		wrongAcceptances: findings.filter(({ accepted }) => accepted),
		lost: {
			"lost logout": of("lost logout"),
			"lost password change": of("lost password change"),
			"lost disabling": of("lost disabling"),
		},
		wrongRefusals: findings.filter(({ accepted }) => !accepted),
		otherErrors: calls.filter(({ outcome }) => outcome === "other"),
		broken: calls.filter(({ outcome }) => outcome === "broken"),
		away: calls.filter(
			({ outcome, way, began, answered }) =>
				outcome === "away" &&
				way.startsWith("instance") &&
				phaseAt(began) === "quiet" &&
				phaseAt(answered) === "quiet",
		),
		failures,
	};
}

/** Whether there was none of it. A front other than nginx may hang up, as its instances do. */
export function isRight(figures: EnduranceFigures): boolean {
	const { lost, broken, ...others } = verdictOf(figures);
	const found = [...Object.values(lost), ...Object.values(others)];
	return (
		found.every(({ length }) => length === 0) && (figures.options.front !== "nginx" || broken.length === 0)
	);
}
