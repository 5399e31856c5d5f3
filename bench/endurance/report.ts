/** The tables of a run, and what there must be none of. */
import { contradictions } from "../../packages/server/test/support/credential-history.ts";
import { median, quantile, sumOf } from "../lib/statistics.ts";
import { alignedTable, type Rows } from "../lib/table.ts";
import type { EnduranceFigures } from "../scenarios/endurance.ts";
import { type Call, outcomes } from "./call.ts";
import { phases } from "./deployment.ts";

const SHOWN = 5;
const ms = (value: number) => (Number.isNaN(value) ? "–" : value.toFixed(0));
const phaseAt = ({ marks }: EnduranceFigures, moment: number) =>
	marks.findLast(({ from }) => from <= moment)?.phase ?? "quiet";

export function reportEndurance(figures: EnduranceFigures): string {
	const byKind = [...Map.groupBy(figures.calls, ({ kind }) => kind)].map(([kind, those]) => {
		const count = (outcome: Call["outcome"]) => those.filter((call) => call.outcome === outcome).length;
		return [kind, ...[those.length, ...outcomes.map(count)].map(String)];
	});
	const found = Object.entries(wrongIn(figures));
	const tables: Rows[] = [
		[["calls", "all", ...outcomes], ...byKind, ["gone: past the front, to an instance that was away"]],
		phaseRows(figures),
		[["there must be none of", "found"], ...found.map(([name, { length }]) => [name, String(length)])],
	];
	const first = found.flatMap(([, what]) => what.slice(0, SHOWN));
	if (figures.front !== "nginx") first.push("This front is not nginx: it hangs up when an instance does.");
	return [...tables.map(alignedTable), ...first].join("\n\n");
}

/** Through the front, until the end of the load. A call belongs to the phase in which it was answered: that is when a fault shows. */
function phaseRows(figures: EnduranceFigures): Rows {
	const { calls, marks, until } = figures;
	const loaded = calls.filter(({ way, answered }) => way === "front" && answered <= until);
	const successes = loaded.filter(({ outcome }) => outcome === "accepted");
	const moments = [marks[0]?.from ?? 0, ...successes.map(({ answered }) => answered).sort((a, b) => a - b)];
	const rows = phases.map((phase) => {
		const isHere = (moment: number) => phaseAt(figures, moment) === phase;
		const lengths = marks.map(({ from }, index) => (marks[index + 1]?.from ?? until) - from);
		const duration = sumOf(lengths.filter((_, index) => marks[index]?.phase === phase));
		const those = loaded.filter(({ answered }) => isHere(answered));
		const unavailable = (from: Call["from"]) => those.filter((call) => call.from === from).length;
		// A gap belongs to the phase in which most of it lies.
		const gaps = moments.slice(1).map((to, index) => {
			const from = moments[index] ?? to;
			return isHere((from + to) / 2) ? to - from : 0;
		});
		const done = successes.filter(({ answered }) => isHere(answered));
		const took = done.map(({ began, answered }) => answered - began);
		const counts = [those.length, unavailable("service"), unavailable("front")].map(String);
		const times = [Math.max(0, ...gaps), median(took), quantile(took, 0.99)].map(ms);
		return [phase, (duration / 1000).toFixed(1), ...counts, ...times];
	});
	return [
		["while", "s", "calls", "503", "503 of the front", "longest without success, ms", "p50", "p99"],
		...rows,
	];
}

/** By what there must be none of. A lost logout or password change is a contradiction: something was used after its end. */
function wrongIn(figures: EnduranceFigures): Record<string, readonly string[]> {
	const by = (outcome: Call["outcome"], isWrong: (call: Call) => boolean = () => true) =>
		figures.calls
			.filter((call) => call.outcome === outcome && isWrong(call))
			.map(
				({ kind, shown, way, began, note = "" }) => `${kind} (${shown}) by ${way} at ${ms(began)}: ${note}`,
			);
	const isQuiet = (moment: number) => phaseAt(figures, moment) === "quiet";
	return {
		contradictions: contradictions(figures.history),
		"errors but 503 with Retry-After": by("other"),
		"connections that broke": by("broken"),
		"instances gone without a reason": by("gone", (call) => isQuiet(call.began) && isQuiet(call.answered)),
		"failures in the logs": figures.failures,
	};
}

/** A front other than nginx may hang up, as its instances do. */
export function isRight(figures: EnduranceFigures): boolean {
	const { "connections that broke": broken = [], ...others } = wrongIn(figures);
	const isUnbroken = figures.front !== "nginx" || broken.length === 0;
	return isUnbroken && Object.values(others).every(({ length }) => length === 0);
}
