/** The tables of a run, and what there must be none of. */
import { median, quantile, sumOf } from "../lib/statistics.ts";
import { alignedTable, type Rows } from "../lib/table.ts";
import type { EnduranceFigures } from "../scenarios/endurance.ts";
import { type Call, type Fault, outcomes } from "./call.ts";
import { phases } from "./deployment.ts";

const SHOWN = 5;
const ms = (value: number) => (Number.isNaN(value) ? "–" : value.toFixed(0));
const phaseAt = ({ marks }: EnduranceFigures, moment: number) =>
	marks.findLast(({ from }) => from <= moment)?.phase ?? "quiet";

export function reportEndurance(figures: EnduranceFigures): string {
	const { front } = figures.options;
	const complaints = [...Map.groupBy(figures.complaints, (reason) => reason)]
		.sort(([, a], [, b]) => b.length - a.length)
		.slice(0, SHOWN)
		.map(([reason, { length }]) => `${front}, ${length} times: ${reason}`);
	const found = Object.entries(wrongIn(figures));
	const verdict = [
		["there must be none of", "found"],
		...found.map(([name, { length }]) => [name, String(length)]),
	];
	const first = new Set(found.flatMap(([, what]) => what.slice(0, SHOWN)));
	const note = front === "nginx" ? [] : ["", "This front is not nginx: it hangs up when an instance does."];
	const tables = [kindRows(figures), phaseRows(figures)].map(alignedTable);
	return [...tables, complaints.join("\n"), [alignedTable(verdict), ...first, ...note].join("\n")].join(
		"\n\n",
	);
}

function kindRows({ calls, options }: EnduranceFigures): Rows {
	const kinds = [...Map.groupBy(calls, ({ kind }) => kind)].sort(([, a], [, b]) => b.length - a.length);
	const rows = kinds.map(([kind, those]) => {
		const [accepted = 0, refused, unavailable = 0, away, broken = 0, other = 0] = outcomes.map(
			(outcome) => those.filter((call) => call.outcome === outcome).length,
		);
		const fromFront = those.filter(({ from }) => from === "front").length;
		const wrong = those.filter(({ fault }) => fault !== undefined).length;
		const counts = [accepted, refused, unavailable - fromFront, fromFront, away, broken + other, wrong];
		return [kind, ...[those.length, ...counts].map(String)];
	});
	return [
		["calls", "all", "ok", "refused", "503", `503 of ${options.front}`, "gone", "other errors", "wrong"],
		...rows,
		["gone: past the front, to an instance that was away, or a command without a database"],
	];
}

/** Through the front, until the end of the load. A call belongs to the phase in which it was answered: that is when a fault shows. */
function phaseRows(figures: EnduranceFigures): Rows {
	const { calls, marks, until } = figures;
	const loaded = calls.filter(({ way, answered }) => way === "front" && answered <= until);
	const successes = loaded.filter(({ outcome }) => outcome === "accepted");
	const moments = [marks[0]?.from ?? 0, ...successes.map(({ answered }) => answered).sort((a, b) => a - b)];
	const hashes = ({ act }: Call) => act === "login" || act === "password change";
	const rows = phases.map((phase) => {
		const isHere = (moment: number) => phaseAt(figures, moment) === phase;
		const lengths = marks.map(({ from }, index) => (marks[index + 1]?.from ?? until) - from);
		const duration = sumOf(lengths.filter((_, index) => marks[index]?.phase === phase));
		const those = loaded.filter(({ answered }) => isHere(answered));
		const unavailable = (from: Call["from"]) => String(those.filter((call) => call.from === from).length);
		// A gap belongs to the phase in which most of it lies.
		const gaps = moments.slice(1).map((to, index) => {
			const from = moments[index] ?? to;
			return isHere((from + to) / 2) ? to - from : 0;
		});
		const done = successes.filter(({ answered }) => isHere(answered));
		const latencies = [done.filter(hashes), done.filter((call) => !hashes(call))].flatMap((some) => {
			const took = some.map(({ began, answered }) => answered - began);
			return [median(took), quantile(took, 0.99)].map(ms);
		});
		const counts = [String(those.length), unavailable("service"), unavailable("front")];
		return [phase, (duration / 1000).toFixed(1), ...counts, ms(Math.max(0, ...gaps)), ...latencies];
	});
	const head = ["while", "s", "calls", "503", "of front", "longest without success, ms"];
	return [[...head, "hashing: p50, ms", "p99", "others: p50", "p99"], ...rows];
}

const show = ({ fault, kind, shown, user, way, began, note = "" }: Call) =>
	`${fault ?? ""} ${kind} (${shown}) of ${user} by ${way} at ${ms(began)}: ${note}`.trim();

/** By what there must be none of. The lost ones are among the wrong acceptances or the right ones refused. */
export function wrongIn(figures: EnduranceFigures): Record<string, readonly string[]> {
	const { calls, failures } = figures;
	const faulty = calls.filter(({ fault }) => fault !== undefined);
	const lost = (fault: Fault) => faulty.filter((call) => call.fault === fault).map(show);
	const by = (outcome: Call["outcome"]) => calls.filter((call) => call.outcome === outcome);
	const isQuiet = (moment: number) => phaseAt(figures, moment) === "quiet";
	const away = by("away").filter(
		({ way, began, answered }) => way.startsWith("instance") && isQuiet(began) && isQuiet(answered),
	);
	return {
		"wrong acceptances": faulty.filter(({ outcome }) => outcome === "accepted").map(show),
		"lost logouts": lost("lost logout"),
		"lost password changes": lost("lost password change"),
		"lost disablings": lost("lost disabling"),
		"right ones refused": faulty.filter(({ outcome }) => outcome === "refused").map(show),
		"errors but 503 with Retry-After": by("other").map(show),
		"connections that broke": by("broken").map(show),
		"instances gone without a reason": away.map(show),
		"failures in the logs": failures,
	};
}

/** A front other than nginx may hang up, as its instances do. */
export function isRight(figures: EnduranceFigures): boolean {
	const { "connections that broke": broken = [], ...others } = wrongIn(figures);
	const isUnbroken = figures.options.front !== "nginx" || broken.length === 0;
	return isUnbroken && Object.values(others).every(({ length }) => length === 0);
}
