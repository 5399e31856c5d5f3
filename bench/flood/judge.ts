/** The figures of a run against the goals of the design. Pure. */
import { median, quantile } from "../lib/median.ts";
import { type Hashing, judgeHashing } from "./judge-hashing.ts";
import type { LoginFigures } from "./logins.ts";
import type { FloodFigures, Phase } from "./measure-flood.ts";
import type { Window } from "./window.ts";

export const goals = {
	/** p99 of a check under the flood, as a multiple of the quiet one. */
	checkSlowdown: 2,
	/** Part of the logins of known people that are done. */
	knownDone: 0.99,
	/** p99 of those, milliseconds. */
	knownP99: 1000,
	/** Passwords verified while only the flood asks, as a part of what the raw hash loop does. */
	hashing: 0.95,
} as const;

export interface Judged {
	checks: Record<"quiet" | "flood", { p50: number; p99: number; perSecond: number; lateness: number }>;
	checkSlowdown: number;
	logins: Record<"byCsrf" | "byDevice" | "strangers", Record<"quiet" | "flood", LoginsJudged | null>>;
	/** Without the flood, with it, and with nobody but it. */
	hashing: Record<"quiet" | "flood" | "alone", Hashing>;
	/** Answers to the flood, per second. */
	refused: Record<"flood" | "alone", { overloaded: number; limited: number }>;
	/** Microseconds of the main thread. */
	mainThread: { perCheck: number; perAnswerToFlood: number };
	missed: { checks: boolean; known: boolean; hashing: boolean };
}

interface LoginsJudged {
	part: number;
	tried: number;
	p50: number;
	p99: number;
}

export function judge({ quiet, flood, alone, raw: [before, after], options }: FloodFigures): Judged {
	const raw = {
		perSecond: (before.perSecond + after.perSecond) / 2,
		perProcessorSecond: (before.perProcessorSecond + after.perProcessorSecond) / 2,
	};
	const checks = { quiet: judgeChecks(quiet), flood: judgeChecks(flood) };
	const checkSlowdown = checks.flood.p99 / checks.quiet.p99;
	const logins = {
		byCsrf: both(({ visit }) => judgeLogins(visit.result.byCsrf)),
		byDevice: both(({ visit }) => judgeLogins(visit.result.byDevice)),
		strangers: both(({ visit }) => judgeLogins(visit.result.strangers)),
	};
	const hashing = {
		...both((phase) => judgeHashing(phase.visit, loginsDone(phase), raw)),
		alone: judgeHashing(alone, 0, raw),
	};
	const answered = Object.values(alone.answers).reduce((sum, count) => sum + count, 0);
	const closedLoop = quiet.closedLoop;
	return {
		checks,
		checkSlowdown,
		logins,
		hashing,
		refused: { flood: refusedIn(flood.visit), alone: refusedIn(alone) },
		mainThread: {
			perCheck: (closedLoop.time["main thread"].ran / closedLoop.result.answered) * 1e6,
			perAnswerToFlood: (alone.time["main thread"].ran / answered) * 1e6,
		},
		missed: {
			checks: checkSlowdown > goals.checkSlowdown,
			known: [logins.byCsrf.flood, logins.byDevice.flood].some(
				(each) => each !== null && (each.part < goals.knownDone || each.p99 > goals.knownP99),
			),
			// The throttle ends the flood of one address, so there is nothing to hash.
			hashing: options.from === "many" && hashing.alone.ofRaw < goals.hashing,
		},
	};

	function both<Result>(of: (phase: Phase) => Result): Record<"quiet" | "flood", Result> {
		return { quiet: of(quiet), flood: of(flood) };
	}
}

function judgeChecks({ visit: { result }, closedLoop }: Phase): Judged["checks"]["quiet"] {
	const { latencies, lateness } = result.checks;
	return {
		p50: median(latencies),
		p99: quantile(latencies, 0.99),
		perSecond: closedLoop.result.answered / closedLoop.seconds,
		lateness: quantile(lateness, 0.99),
	};
}

function judgeLogins(figures: LoginFigures | null): LoginsJudged | null {
	if (figures === null) return null;
	const { tried, done } = figures;
	return { part: done.length / tried, tried, p50: median(done), p99: quantile(done, 0.99) };
}

function loginsDone({ visit: { result } }: Phase): number {
	return [result.byCsrf, result.byDevice, result.strangers].reduce(
		(sum, logins) => sum + (logins?.done.length ?? 0),
		0,
	);
}

function refusedIn({ answers, seconds }: Window<unknown>): { overloaded: number; limited: number } {
	return { overloaded: (answers[503] ?? 0) / seconds, limited: (answers[429] ?? 0) / seconds };
}
