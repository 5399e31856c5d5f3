import { alignedTable } from "../lib/table.ts";
import { goals, type Judged, judge } from "./judge.ts";
import { cores, type Hashing } from "./judge-hashing.ts";
import type { FloodFigures } from "./measure-flood.ts";
import { whatLimits } from "./what-limits.ts";
import { type Party, parties, type Window } from "./window.ts";

const WRONG_SHOWN = 5;
const TOP = 20;

const ms = (value: number) => (Number.isNaN(value) ? "–" : value.toFixed(value < 10 ? 2 : 0));
const whole = (value: number) => (Number.isFinite(value) ? String(Math.round(value)) : "–");
const percent = (part: number) => `${(100 * part).toFixed(1)} %`;
const met = (isMissed: boolean) => (isMissed ? "no" : "yes");

/** The tables of a run, and the reasons why goals were missed. */
export function reportFlood(figures: FloodFigures): string {
	const judged = judge(figures);
	return [
		alignedTable(mainRows(figures, judged)),
		"",
		alignedTable(processorRows(figures)),
		"",
		...whatLimits(figures, judged),
		...(figures.profile === null ? [] : ["", profileLines(figures)]),
	].join("\n");
}

function mainRows(
	{ options, quiet, flood, recovered, wrong, raw }: FloodFigures,
	judged: Judged,
): string[][] {
	const { checks, hashing, missed, refused } = judged;
	const rawRates = raw.map(({ perSecond }) => whole(perSecond)).join(", ");
	const ofRaw = ({ ofRaw, ofRawPerProcessor, ofRawOnWhatWasLeft }: Hashing, goal: string[] = []) => [
		[`  of the raw hash loop (${rawRates}/s)`, "–", percent(ofRaw), ...goal],
		["  per processor second of the server", "–", percent(ofRawPerProcessor)],
		["  on the processors others left to it", "–", percent(ofRawOnWhatWasLeft)],
	];
	const answeredOtherwise = ({ overloaded, limited }: { overloaded: number; limited: number }) => [
		"  answered 503/s, 429/s",
		"–",
		`${whole(overloaded)}, ${whole(limited)}`,
	];
	const loginRow = (name: string, kind: keyof Judged["logins"], isGoal: boolean): string[][] => {
		const [before, during] = [judged.logins[kind].quiet, judged.logins[kind].flood];
		if (before === null || during === null) return [[name, "the service knows none"]];
		const done = ({ part, tried }: typeof before) => `${percent(part)} of ${tried}`;
		const goal = (text: string, isMissed: boolean) => (isGoal ? [text, met(isMissed)] : []);
		return [
			[
				`${name}: done`,
				done(before),
				done(during),
				...goal(`≥ ${percent(goals.knownDone)}`, during.part < goals.knownDone),
			],
			[`${name}: p50, ms`, ms(before.p50), ms(during.p50)],
			[
				`${name}: p99, ms`,
				ms(before.p99),
				ms(during.p99),
				...goal(`≤ ${goals.knownP99}`, during.p99 > goals.knownP99),
			],
		];
	};
	const many = options.from === "many";
	const hashingGoal = many ? [`≥ ${percent(goals.hashing)}`, met(missed.hashing)] : [];
	return [
		[
			`${options.connections} connections from ${options.from} address${many ? "es" : ""}`,
			"quiet",
			"flood",
			"goal",
			"met",
		],
		["check: p50, ms", ms(checks.quiet.p50), ms(checks.flood.p50)],
		[
			"check: p99, ms",
			ms(checks.quiet.p99),
			ms(checks.flood.p99),
			`≤ ${ms(goals.checkSlowdown * checks.quiet.p99)}`,
			met(missed.checks),
		],
		["  the client itself late: p99, ms", ms(checks.quiet.lateness), ms(checks.flood.lateness)],
		["checks/s, closed loop of 10", whole(checks.quiet.perSecond), whole(checks.flood.perSecond)],
		...loginRow("login by csrf value", "byCsrf", true),
		...loginRow("login by known device", "byDevice", true),
		...loginRow("login of strangers", "strangers", false),
		["wrong password answered 401: p50, ms", "–", ms(flood.visit.medianRefusal)],
		["passwords verified/s (401, 200)", whole(hashing.quiet.perSecond), whole(hashing.flood.perSecond)],
		...ofRaw(hashing.flood),
		answeredOtherwise(refused.flood),
		["flood alone: passwords verified/s", "–", whole(hashing.alone.perSecond)],
		...ofRaw(hashing.alone, hashingGoal),
		answeredOtherwise(refused.alone),
		["main thread per check, µs", whole(judged.mainThread.perCheck), "–"],
		["main thread per answer to the flood, µs", "–", whole(judged.mainThread.perAnswerToFlood)],
		[
			"resident memory: peak, MB",
			whole(quiet.visit.peak),
			whole(Math.max(flood.visit.peak, flood.closedLoop.peak)),
		],
		["back to usual after, ms", "–", recovered === null ? `> ${options.recovery}` : whole(recovered)],
		["answered wrongly", "–", String(wrong.length), "0", met(wrong.length > 0)],
		...wrong.slice(0, WRONG_SHOWN).map((what) => [`  ${what}`]),
	];
}

function processorRows({ quiet, flood, alone }: FloodFigures): string[][] {
	const cells = ({ time, seconds }: Window<unknown>, party: Party) => {
		const { ran, waited } = time[party];
		return [
			percent(ran / seconds),
			party === "host" || party === "other programs" ? "" : percent(waited / seconds),
		];
	};
	return [
		[
			`part of one of ${cores} processors`,
			...["quiet", "flood", "flood alone"].flatMap((phase) => [`${phase}: ran`, "waited"]),
		],
		...parties.map((party) => [
			party,
			...[quiet.visit, flood.visit, alone].flatMap((window) => cells(window, party)),
		]),
	];
}

function profileLines({ profile, alone }: FloodFigures): string {
	if (profile === null) return "";
	const answers = Object.values(alone.answers).reduce((sum, count) => sum + count, 0);
	const rows = profile.functions
		.slice(0, TOP)
		.map(({ name, place, seconds }) => [
			name,
			percent(seconds / profile.total),
			whole((seconds / answers) * 1e6),
			place,
		]);
	return alignedTable([
		["flood alone: main thread, self time", "part", "µs per answer to the flood", ""],
		...rows,
	]);
}
