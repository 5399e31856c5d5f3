import { median, quantile } from "../lib/median.ts";
import { alignedTable } from "../lib/table.ts";
import type { Call } from "./history.ts";
import type { EnduranceFigures } from "./measure-endurance.ts";
import { tallyKinds, tallyPhases } from "./tally.ts";
import type { Finding } from "./user-facts.ts";
import { verdictOf } from "./verdict.ts";

const SHOWN = 5;

const ms = (value: number) => (Number.isNaN(value) ? "–" : value.toFixed(0));
const seconds = (value: number) => (value / 1000).toFixed(1);

/** The tables of a run, and the first of whatever there should be none of. */
export function reportEndurance(figures: EnduranceFigures): string {
	return [
		alignedTable(kindRows(figures)),
		"",
		alignedTable(phaseRows(figures)),
		"",
		...complaintLines(figures),
		"",
		verdictLines(figures),
		...(figures.options.front === "nginx"
			? []
			: ["", "This front is not nginx: it hangs up on whoever an instance hangs up on."]),
	].join("\n");
}

function kindRows({ calls, options, findings }: EnduranceFigures): string[][] {
	const rows = tallyKinds(calls).map(({ kind, calls: all, by, fromFront }) => [
		kind,
		...[
			all,
			by.accepted,
			by.refused,
			by.unavailable - fromFront,
			fromFront,
			by.away,
			by.broken + by.other,
			findings.filter(({ call }) => call.kind === kind).length,
		].map(String),
	]);
	return [
		["calls", "all", "ok", "refused", "503", `503 of ${options.front}`, "gone", "other errors", "wrong"],
		...rows,
		["gone: past the front, to an instance that was away, or a command without a database"],
	];
}

function phaseRows({ calls, marks, until }: EnduranceFigures): string[][] {
	return [
		[
			"while",
			"s",
			"calls",
			"503",
			"of front",
			"longest without success, ms",
			"hashing: p50, ms",
			"p99",
			"others: p50",
			"p99",
		],
		...tallyPhases(calls, marks, until).map(({ phase, duration, calls, unavailable, gap, latencies }) => [
			phase,
			seconds(duration),
			String(calls),
			String(unavailable.service),
			String(unavailable.front),
			ms(gap),
			...[latencies.hashing, latencies.others].flatMap((values) => [
				ms(median(values)),
				ms(quantile(values, 0.99)),
			]),
		]),
	];
}

function complaintLines({ complaints, options: { front } }: EnduranceFigures): string[] {
	const counts = [...Map.groupBy(complaints, (reason) => reason)].map(([reason, { length }]) => ({
		reason,
		length,
	}));
	return counts
		.sort((a, b) => b.length - a.length)
		.slice(0, SHOWN)
		.map(({ reason, length }) => `${front}, ${length} times: ${reason}`);
}

function verdictLines(figures: EnduranceFigures): string {
	const { wrongAcceptances, lost, wrongRefusals, otherErrors, broken, away, failures } = verdictOf(figures);
	const found: Array<[name: string, what: readonly string[]]> = [
		["wrong acceptances", wrongAcceptances.map(tell)],
		...Object.entries(lost).map(([name, those]): [string, string[]] => [`${name}s`, those.map(tell)]),
		["right ones refused", wrongRefusals.map(tell)],
		["errors but 503 with Retry-After", otherErrors.map(show)],
		["connections that broke", broken.map(show)],
		["instances gone without a reason", away.map(show)],
		["failures in the logs", failures],
	];
	const rows = found.map(([name, what]) => [name, String(what.length)]);
	const first = found.flatMap(([, what]) => what.slice(0, SHOWN));
	return [alignedTable([["there must be none of", "found"], ...rows]), ...new Set(first)].join("\n");
}

const show = ({ kind, user, way, began, note = "" }: Call) =>
	`${kind} of ${user} by ${way} at ${ms(began)}: ${note}`.trim();

const tell = ({ fault, call, why }: Finding) => `${fault}: ${show(call)} ${why}`;
