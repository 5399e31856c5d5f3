/** The figures of a run against the goals of the design. Pure. */
import { median, quantile } from "../lib/median.ts";
import type { LoginFigures } from "./logins.ts";
import type { FloodFigures, Phase } from "./measure-flood.ts";

export const goals = {
	/** p99 of a check under the flood, as a multiple of the quiet one. */
	checkSlowdown: 2,
	/** Part of the logins of known people that are done. */
	knownDone: 0.99,
	/** p99 of those, milliseconds. */
	knownP99: 1000,
	/** Passwords verified, as a part of what the raw hash loop does. */
	hashing: 0.95,
} as const;

export const cores = 2;

export interface Judged {
	checks: Record<"quiet" | "flood", { p50: number; p99: number; perSecond: number; lateness: number }>;
	checkSlowdown: number;
	logins: Record<"byCsrf" | "byDevice" | "strangers", Record<"quiet" | "flood", LoginsJudged | null>>;
	/** Answers to the flood and to visitors that took a whole verification, per second. */
	verified: Record<"quiet" | "flood", number>;
	refused: { overloaded: number; limited: number };
	raw: { perSecond: number; perProcessorSecond: number };
	/** Verified, as a part of the raw hash loop. */
	ofRaw: number;
	/** The same for each second of processor time: the server's own, all threads; and what it could have had. */
	ofRawPerProcessor: number;
	ofRawOnWhatWasLeft: number;
	/** Microseconds of the main thread. For the flood: what the checks do not explain. */
	mainThread: { perCheck: number; perAnswerToFlood: number };
	missed: { checks: boolean; known: boolean; hashing: boolean };
}

interface LoginsJudged {
	part: number;
	tried: number;
	p50: number;
	p99: number;
}

export function judge({ quiet, flood, raw: [before, after], options }: FloodFigures): Judged {
	const raw = {
		perSecond: (before.perSecond + after.perSecond) / 2,
		perProcessorSecond: (before.perProcessorSecond + after.perProcessorSecond) / 2,
	};
	const verified = { quiet: verifiedPerSecond(quiet), flood: verifiedPerSecond(flood) };
	const { time, seconds, answers } = flood.visit;
	const server =
		(time["main thread"].ran + time["hashing threads"].ran + time["other threads"].ran) / seconds;
	const taken =
		(time.attackers.ran + time.visitors.ran + time["other programs"].ran + time.host.ran) / seconds;
	const checks = { quiet: judgeChecks(quiet), flood: judgeChecks(flood) };
	const checkSlowdown = checks.flood.p99 / checks.quiet.p99;
	const logins = {
		byCsrf: both(({ visit }) => judgeLogins(visit.result.byCsrf)),
		byDevice: both(({ visit }) => judgeLogins(visit.result.byDevice)),
		strangers: both(({ visit }) => judgeLogins(visit.result.strangers)),
	};
	const ofRaw = verified.flood / raw.perSecond;
	// With the few logins between the checks, which are as many in both phases.
	const perCheckAtPace = quiet.visit.time["main thread"].ran / quiet.visit.result.checks.answered;
	const answered = Object.values(answers).reduce((sum, count) => sum + count, 0);
	const forFlood = time["main thread"].ran - perCheckAtPace * flood.visit.result.checks.answered;
	const closedLoop = quiet.closedLoop;
	return {
		checks,
		checkSlowdown,
		logins,
		verified,
		refused: { overloaded: (answers[503] ?? 0) / seconds, limited: (answers[429] ?? 0) / seconds },
		raw,
		ofRaw,
		ofRawPerProcessor: verified.flood / server / raw.perProcessorSecond,
		ofRawOnWhatWasLeft: verified.flood / ((cores - taken) * raw.perProcessorSecond),
		mainThread: {
			perCheck: (closedLoop.time["main thread"].ran / closedLoop.result.answered) * 1e6,
			perAnswerToFlood: (forFlood / answered) * 1e6,
		},
		missed: {
			checks: checkSlowdown > goals.checkSlowdown,
			known: [logins.byCsrf.flood, logins.byDevice.flood].some(
				(each) => each !== null && (each.part < goals.knownDone || each.p99 > goals.knownP99),
			),
			// The throttle ends the flood of one address, so there is nothing to hash.
			hashing: options.from === "many" && ofRaw < goals.hashing,
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

function verifiedPerSecond({ visit: { result, answers, seconds } }: Phase): number {
	const right = [result.byCsrf, result.byDevice, result.strangers].reduce(
		(sum, logins) => sum + (logins?.done.length ?? 0),
		0,
	);
	return ((answers[401] ?? 0) + right) / seconds;
}
