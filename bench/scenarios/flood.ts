/**
 * What a flood of wrong passwords does to other clients of Sallyport on SQLite: 200 connections guess for users that do not exist,
 * while ten connections check credentials and people log in. Beside it the same without the flood, and the flood alone.
 */
import { copyFileSync, globSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { temporaryFolder } from "../lib/processes.ts";
import { deploymentIn, withPassword } from "../lib/sallyport.ts";
import { median, percent, quantile, showNumber, sumOf } from "../lib/statistics.ts";
import { alignedTable, type Rows } from "../lib/table.ts";
import { type Look, prepareFlood } from "../load/flood.ts";
import { measureRawHashes } from "../load/raw-hashes-process.ts";
import type { Kind } from "../load/visitors-process.ts";
import { resultFolder } from "../page/result-folder.ts";
import { defineScenario } from "../scenario.ts";
import { people } from "../subjects/subject.ts";

interface FloodOptions {
	connections: number;
	/** Milliseconds: before the flood, during it, of the flood without visitors, and of the raw hash loop. */
	quiet: number;
	flood: number;
	alone: number;
	raw: number;
	/** That hash; as elsewhere in the benchmarks unless given. */
	threads?: number;
	/** A file for a CPU profile of the service; slows it down. */
	profile?: string;
}

type FloodFigures = Awaited<ReturnType<typeof measureFlood>>;

const kinds: Kind[] = ["byCsrf", "byDevice", "unknown"];

/** A service of its own, quiet at first, then under the flood. Rejects only if it cannot be set up. */
export async function measureFlood(options: FloodOptions) {
	await using ends = new AsyncDisposableStack();
	const folder = ends.use(temporaryFolder()).path;
	const settings = options.threads === undefined ? {} : { SALLYPORT_HASH_THREADS: String(options.threads) };
	const { addUsers, start } = deploymentIn(folder, { settings });
	await addUsers(withPassword(people.map(({ username }) => username)));
	const { profile } = options;
	// The first thread: CPU.<date>.<time>.<process>.<thread>.<number>.cpuprofile
	const keepProfile = (to: string) => {
		for (const file of globSync("CPU.*.*.*.0.*.cpuprofile", { cwd: folder }))
			copyFileSync(join(folder, file), to);
	};
	if (profile !== undefined) ends.defer(() => keepProfile(profile));
	const server = ends.use(
		await start(profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${folder}`]),
	);
	const crowd = { protocol: "sallyport", connections: options.connections, who: "unknown", kinds } as const;
	const flood = await prepareFlood(server, crowd, ends);
	const hashing = "argon2id 19 MiB, @node-rs/argon2" as const;
	const raw = await measureRawHashes({ hashing, duration: options.raw });
	const quiet = await flood.look(options.quiet, options.quiet / 3);
	await flood.begin();
	const { window: alone } = await flood.during(() => rest(options.alone));
	const during = await flood.look(options.flood, options.flood / 3);
	await flood.end();
	const wrong = [quiet, during].flatMap(({ seen, window, hurried }) => [
		...[...seen.wrong, ...window.wrong, ...hurried.wrong],
		...Array<string>(seen.wrongChecks).fill("a check did not tell who it is"),
	]);
	return {
		connections: options.connections,
		raw,
		quiet,
		flood: during,
		alone,
		wrong: [...wrong, ...alone.wrong],
	};
}

/** What the goals of the design are judged by. */
export function judge({ quiet, flood, alone, raw, wrong }: Omit<FloodFigures, "connections">) {
	const loginsIn = ({ seen }: Look, kind: Kind) => {
		const { tried, done } = seen.logins[kind] ?? { tried: 0, done: [] };
		return { part: done.length / tried, tried, p50: median(done), p99: quantile(done, 0.99) };
	};
	const logins = (kind: Kind) => ({ quiet: loginsIn(quiet, kind), flood: loginsIn(flood, kind) });
	// Every 401 is a verification.
	const verified = alone.answers[401] ?? 0;
	const threads = ["main thread", "hashing threads", "other threads"];
	const server = sumOf(threads.map((party) => alone.time[party]?.ran ?? 0));
	const perSecond = verified / alone.seconds;
	const [ofRaw, ofRawPerProcessor] = [perSecond / raw.perSecond, verified / server / raw.perProcessorSecond];
	return {
		checkSlowdown: flood.p99 / quiet.p99,
		logins: { byCsrf: logins("byCsrf"), byDevice: logins("byDevice"), unknown: logins("unknown") },
		/** `ofRaw`: part of what a bare loop of the same hashing does. */
		hashing: { alone: { perSecond, ofRaw, ofRawPerProcessor } },
		wrong: wrong.length,
	};
}

const loginNames: Record<Kind, string> = {
	byCsrf: "login by CSRF token",
	byDevice: "login by known device",
	unknown: "login of an unknown device",
};

export function reportFlood(figures: FloodFigures): string {
	const { connections, quiet, flood, alone, raw, wrong } = figures;
	const { logins, hashing } = judge(figures);
	const both = (title: string, of: (look: Look) => string) => [title, of(quiet), of(flood)];
	const number = (title: string, of: (look: Look) => number) => both(title, (look) => showNumber(of(look)));
	const rows: Rows = [
		[`${connections} connections from many addresses`, "quiet", "flood"],
		number("check: p50, ms", ({ p50 }) => p50),
		number("check: p99, ms", ({ p99 }) => p99),
		number("… with the halts of the machine", ({ p99WithHalts }) => p99WithHalts),
		number("a server that does nothing: p99, ms", ({ emptyP99 }) => emptyP99),
		both("halts of the machine", ({ halts }) => String(halts.length)),
		number("checks/s, ten without pause", ({ checksPerSecond }) => checksPerSecond),
		...kinds.flatMap((kind) => {
			const [before, now] = [logins[kind].quiet, logins[kind].flood];
			const row = (title: string, of: (each: typeof now) => string) => [title, of(before), of(now)];
			return [
				row(`${loginNames[kind]}: done`, ({ part, tried }) => `${percent(part)} of ${tried}`),
				row(`${loginNames[kind]}: p50, p99, ms`, ({ p50, p99 }) => `${showNumber(p50)}, ${showNumber(p99)}`),
			];
		}),
		number("resident memory: peak, MB", ({ window, hurried }) => Math.max(window.peak, hurried.peak)),
		["answered wrongly", "", String(wrong.length)],
		...wrong.slice(0, 5).map((what) => [`  ${what}`]),
	];
	const { perSecond, ofRaw, ofRawPerProcessor } = hashing.alone;
	const onMain = ((alone.time["main thread"]?.ran ?? 0) / sumOf(Object.values(alone.answers))) * 1e6;
	const statuses = [503, 429].map((status) => showNumber((alone.answers[status] ?? 0) / alone.seconds));
	const byItself: Rows = [
		["the flood alone", ""],
		["passwords verified/s", showNumber(perSecond)],
		[`of the raw hash loop (${showNumber(raw.perSecond)}/s)`, percent(ofRaw)],
		["… for each processor second of the server", percent(ofRawPerProcessor)],
		["503/s, 429/s", statuses.join(", ")],
		["main thread per answer, µs", showNumber(onMain)],
		// Waited: ready to run, while others had the processors.
		...Object.entries(alone.time).map(([party, { ran, waited }]) => [
			`${party}: ran, waited`,
			`${percent(ran / alone.seconds)}, ${percent(waited / alone.seconds)}`,
		]),
	];
	return [rows, byItself].map(alignedTable).join("\n\n");
}

/** `quiet` and `flood` in seconds. */
export const scenario = defineScenario(
	{ connections: 200, threads: 2, quiet: 8, flood: 12, profile: false },
	async ({ connections, threads, quiet, flood, profile }) => {
		const file = join(resultFolder, "flood.cpuprofile");
		const times = { quiet: 1000 * quiet, flood: 1000 * flood, alone: 5000, raw: 3000 };
		const figures = await measureFlood({ connections, threads, ...times, ...(profile && { profile: file }) });
		return `${reportFlood(figures)}${profile ? `\n\nKept as ${file}.` : ""}`;
	},
);
