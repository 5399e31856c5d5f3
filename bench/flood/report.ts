import { percent } from "../lib/statistics.ts";
import { alignedTable, type Rows } from "../lib/table.ts";
import type { Party, Window } from "../load/flood.ts";
import type { FloodFigures } from "../scenarios/flood.ts";
import { CORES, goals, judge } from "./judge.ts";

const ms = (value: number) => (Number.isNaN(value) ? "–" : value.toFixed(value < 10 ? 2 : 0));
const whole = (value: number) => (Number.isFinite(value) ? String(Math.round(value)) : "–");
const exact = (part: number) => `${(100 * part).toFixed(1)} %`;
const met = (isMissed: boolean) => (isMissed ? "no" : "yes");

export function reportFlood(figures: FloodFigures): string {
	return `${alignedTable(mainRows(figures))}\n\n${alignedTable(processorRows(figures))}`;
}

function mainRows(figures: FloodFigures): Rows {
	const { options, quiet, flood, alone, raw, recovered, wrong } = figures;
	const { logins, hashing, mainThread, missed } = judge(figures);
	const loginRows = (
		name: string,
		{ quiet: before, flood: now }: typeof logins.byCsrf,
		isGoal = true,
	): Rows => {
		const goal = (text: string, isMissed: boolean) => (isGoal ? [text, met(isMissed)] : []);
		const done = ({ part, tried }: typeof before) => `${exact(part)} of ${tried}`;
		return [
			[
				`${name}: done`,
				done(before),
				done(now),
				...goal(`≥ ${percent(goals.knownDone)}`, now.part < goals.knownDone),
			],
			[`${name}: p50, ms`, ms(before.p50), ms(now.p50)],
			[
				`${name}: p99, ms`,
				ms(before.p99),
				ms(now.p99),
				...goal(`≤ ${goals.knownP99}`, now.p99 > goals.knownP99),
			],
		];
	};
	const hashRows = (of: "flood" | "alone", { answers, seconds }: Window, goal: string[] = []): Rows => [
		[`${of}: passwords verified/s`, "–", whole(hashing[of].perSecond)],
		[`  of the raw hash loop (${whole(raw.perSecond)}/s)`, "–", exact(hashing[of].ofRaw), ...goal],
		["  per processor second of the server", "–", exact(hashing[of].ofRawPerProcessor)],
		["  on the processors others left to it", "–", exact(hashing[of].ofRawOnWhatWasLeft)],
		["  503/s, 429/s", "–", [503, 429].map((status) => whole((answers[status] ?? 0) / seconds)).join(", ")],
	];
	const many = options.from === "many";
	const title = `${options.connections} connections from ${options.from} address${many ? "es" : ""}`;
	return [
		[title, "quiet", "flood", "goal", "met"],
		["check: p50, ms", ms(quiet.p50), ms(flood.p50)],
		[
			"check: p99, ms",
			ms(quiet.p99),
			ms(flood.p99),
			`≤ ${ms(goals.checkSlowdown * quiet.p99)}`,
			met(missed.checks),
		],
		["checks/s, ten without pause", whole(quiet.checksPerSecond), whole(flood.checksPerSecond)],
		...loginRows("login by csrf token", logins.byCsrf),
		...loginRows("login by known device", logins.byDevice),
		...loginRows("login of strangers", logins.strangers, false),
		["wrong password answered 401: p50, ms", "–", ms(flood.window.medianRefusal)],
		...hashRows("flood", flood.window),
		...hashRows("alone", alone, many ? [`≥ ${percent(goals.hashing)}`, met(missed.hashing)] : []),
		["main thread per check, µs", whole(mainThread.perCheck), "–"],
		["main thread per answer to the flood, µs", "–", whole(mainThread.perAnswerToFlood)],
		[
			"resident memory: peak, MB",
			whole(quiet.window.peak),
			whole(Math.max(flood.window.peak, flood.hurried.peak)),
		],
		["back to usual after, ms", "–", recovered === null ? `> ${options.recovery}` : whole(recovered)],
		["answered wrongly", "–", String(wrong.length), "0", met(wrong.length > 0)],
		...wrong.slice(0, 5).map((what) => [`  ${what}`]),
	];
}

/** Waited: ready to run, while others had the processors. */
function processorRows({ quiet, flood, alone }: FloodFigures): Rows {
	const windows = [quiet.window, flood.window, alone];
	const parties = Object.keys(alone.time) as Party[];
	const cells = (party: Party) =>
		windows.flatMap(({ time, seconds }) =>
			[time[party].ran, time[party].waited].map((each) => exact(each / seconds)),
		);
	const head = ["quiet", "flood", "flood alone"].flatMap((phase) => [`${phase}: ran`, "waited"]);
	return [
		[`part of one of ${CORES} processors`, ...head],
		...parties.map((party) => [party, ...cells(party)]),
	];
}
