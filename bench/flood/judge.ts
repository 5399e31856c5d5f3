import { median, quantile, sumOf } from "../lib/statistics.ts";
import type { Look, Party, Window } from "../load/flood.ts";
import type { Kind } from "../load/visitors-process.ts";
import type { FloodFigures } from "../scenarios/flood.ts";

export const goals = { checkSlowdown: 2, knownDone: 0.99, knownP99: 1000, hashing: 0.95 } as const;
export const CORES = 2;

/** The figures against the goals of the design. */
export function judge({ quiet, flood, alone, raw, options }: FloodFigures) {
	const loginsIn = ({ seen }: Look, kind: Kind) => {
		const { tried, done } = seen.logins[kind] ?? { tried: 0, done: [] };
		return { part: done.length / tried, tried, p50: median(done), p99: quantile(done, 0.99) };
	};
	const logins = (kind: Kind) => ({ quiet: loginsIn(quiet, kind), flood: loginsIn(flood, kind) });
	const done = ({ seen }: Look) => sumOf(Object.values(seen.logins).map((each) => each.done.length));
	/** Every 401 is a verification, too. `ofRaw`: part of what a bare loop of the same hashing does. */
	const hashingIn = ({ time, seconds, answers }: Window, right: number) => {
		const verified = (answers[401] ?? 0) + right;
		const ran = (...names: Party[]) => sumOf(names.map((party) => time[party].ran));
		const server = ran("main thread", "hashing threads", "other threads");
		const left = CORES * seconds - ran("attackers", "visitors", "other programs", "host");
		const perSecond = verified / seconds;
		return {
			perSecond,
			ofRaw: perSecond / raw.perSecond,
			ofRawPerProcessor: verified / server / raw.perProcessorSecond,
			ofRawOnWhatWasLeft: verified / (left * raw.perProcessorSecond),
		};
	};
	const hashing = {
		quiet: hashingIn(quiet.window, done(quiet)),
		flood: hashingIn(flood.window, done(flood)),
		alone: hashingIn(alone, 0),
	};
	const [byCsrf, byDevice] = [logins("byCsrf"), logins("byDevice")];
	const checkSlowdown = flood.p99 / quiet.p99;
	const isMissed = ({ part, p99 }: typeof byCsrf.flood) => part < goals.knownDone || p99 > goals.knownP99;
	const micros = (window: Window, count: number) => (window.time["main thread"].ran / count) * 1e6;
	return {
		checkSlowdown,
		logins: { byCsrf, byDevice, strangers: logins("strangers") },
		hashing,
		mainThread: {
			perCheck: micros(quiet.hurried, quiet.checks),
			perAnswerToFlood: micros(alone, sumOf(Object.values(alone.answers))),
		},
		missed: {
			checks: checkSlowdown > goals.checkSlowdown,
			known: isMissed(byCsrf.flood) || isMissed(byDevice.flood),
			// The throttle ends the flood of one address, so there is nothing to hash.
			hashing: options.from === "many" && hashing.alone.ofRaw < goals.hashing,
		},
	};
}
