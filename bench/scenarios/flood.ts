/**
 * What a flood of wrong passwords does to other clients: 200 connections guess for users that do not exist, while ten
 * connections check credentials and people log in. Beside it the same without the flood, and the flood alone.
 */
import { copyFileSync, globSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { addPeople, deploymentFolder, startSallyport } from "../lib/sallyport.ts";
import { median, quantile, sumOf } from "../lib/statistics.ts";
import { alignedTable, type Rows } from "../lib/table.ts";
import { type Look, prepareFlood } from "../load/flood.ts";
import { measureRawHashes } from "../load/raw-hashes-process.ts";
import type { Kind } from "../load/visitors-process.ts";
import { defineScenario } from "../scenario.ts";
import { people } from "../subjects/subject.ts";

interface FloodOptions {
	/** Each guess from another address, as from a botnet; or all from the same, which the throttle ends. */
	from: "many" | "one";
	connections: number;
	/** Milliseconds: before the flood, during it, of the flood without visitors, and of the raw hash loop. */
	quiet: number;
	flood: number;
	alone: number;
	raw: number;
	/** That hash; as elsewhere in the benchmarks unless given. */
	threads?: number;
	/** A folder for a CPU profile of the service; slows it down. */
	profile?: string;
}

type FloodFigures = Awaited<ReturnType<typeof measureFlood>>;

const kinds: Kind[] = ["byCsrf", "byDevice", "strangers"];

/** A service of its own, quiet at first, then under the flood. Rejects only if it cannot be set up. */
export async function measureFlood(options: FloodOptions) {
	using folder = deploymentFolder();
	await using ends = new AsyncDisposableStack();
	const names = people.map(({ username }) => username);
	await addPeople(folder.path, names);
	const profiles = join(folder.path, "profiles");
	const nodeOptions = options.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`];
	const settings = options.threads === undefined ? {} : { SALLYPORT_HASH_THREADS: String(options.threads) };
	const server = await startSallyport(folder.path, { nodeOptions, settings });
	ends.defer(async () => {
		await server.end();
		if (options.profile !== undefined) keepProfile(profiles, options.profile);
	});
	const { connections, from } = options;
	const crowd = { protocol: "sallyport", connections, who: "unknown", from, kinds } as const;
	const flood = await prepareFlood(server, crowd, ends);
	const hashing = "argon2id 19 MiB, @node-rs/argon2" as const;
	const raw = await measureRawHashes({ hashing, duration: options.raw });
	const quiet = await flood.look(options.quiet, options.quiet / 3);
	await flood.begin();
	const { window: alone } = await flood.during(() => rest(options.alone));
	const during = await flood.look(options.flood, options.flood / 3);
	await flood.attackers.ask("end");
	const wrong = [quiet, during].flatMap(({ seen, window, hurried }) => [
		...[...seen.wrong, ...window.wrong, ...hurried.wrong],
		...Array<string>(seen.wrongChecks).fill("a check did not tell who it is"),
	]);
	return { options, raw, quiet, flood: during, alone, wrong: [...wrong, ...alone.wrong] };
}

/** The profile of the first thread: CPU.<date>.<time>.<process>.<thread>.<number>.cpuprofile */
function keepProfile(from: string, to: string): void {
	mkdirSync(to, { recursive: true });
	for (const file of globSync("CPU.*.*.*.0.*.cpuprofile", { cwd: from }))
		copyFileSync(join(from, file), join(to, "flood.cpuprofile"));
}

/** What the goals of the design are judged by. */
export function judge({ quiet, flood, alone, raw }: Pick<FloodFigures, "quiet" | "flood" | "alone" | "raw">) {
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
		logins: { byCsrf: logins("byCsrf"), byDevice: logins("byDevice"), strangers: logins("strangers") },
		/** `ofRaw`: part of what a bare loop of the same hashing does. */
		hashing: { alone: { perSecond, ofRaw, ofRawPerProcessor } },
	};
}

const ms = (value: number) => (Number.isNaN(value) ? "–" : value.toFixed(value < 10 ? 2 : 0));
const exact = (part: number) => `${(100 * part).toFixed(1)} %`;

export function reportFlood(figures: FloodFigures): string {
	const { options, quiet, flood, alone, raw, wrong } = figures;
	const { logins, hashing } = judge(figures);
	const loginRows = (name: string, { quiet: before, flood: now }: typeof logins.byCsrf): Rows => {
		const done = ({ part, tried }: typeof before) => `${exact(part)} of ${tried}`;
		return [
			[`${name}: done`, done(before), done(now)],
			[`${name}: p50, ms`, ms(before.p50), ms(now.p50)],
			[`${name}: p99, ms`, ms(before.p99), ms(now.p99)],
		];
	};
	const addresses = options.from === "many" ? "many addresses" : "one address";
	const peak = Math.max(flood.window.peak, flood.hurried.peak);
	const checks = [quiet.checksPerSecond, flood.checksPerSecond].map((each) => each.toFixed(0));
	const halted = ({ halts }: Look) =>
		halts.length === 0 ? "0" : `${halts.length}, up to ${ms(Math.max(...halts.map(({ took }) => took)))} ms`;
	const beside = [
		[`${options.connections} connections from ${addresses}`, "quiet", "flood"],
		["check: p50, ms", ms(quiet.p50), ms(flood.p50)],
		["check: p99, ms", ms(quiet.p99), ms(flood.p99)],
		["… with the halts of the machine", ms(quiet.p99WithHalts), ms(flood.p99WithHalts)],
		["a server that does nothing: p99, ms", ms(quiet.emptyP99), ms(flood.emptyP99)],
		["halts of the machine", halted(quiet), halted(flood)],
		["checks/s, ten without pause", ...checks],
		...loginRows("login by csrf token", logins.byCsrf),
		...loginRows("login by known device", logins.byDevice),
		...loginRows("login of strangers", logins.strangers),
		["resident memory: peak, MB", quiet.window.peak.toFixed(0), peak.toFixed(0)],
		["answered wrongly", "–", String(wrong.length)],
		...wrong.slice(0, 5).map((what) => [`  ${what}`]),
	];
	const { perSecond, ofRaw, ofRawPerProcessor } = hashing.alone;
	const onMain = ((alone.time["main thread"]?.ran ?? 0) / sumOf(Object.values(alone.answers))) * 1e6;
	const byItself = [
		["the flood alone", ""],
		["passwords verified/s", perSecond.toFixed(0)],
		[`of the raw hash loop (${raw.perSecond.toFixed(0)}/s)`, exact(ofRaw)],
		["of the raw hash loop, for each processor second of the server", exact(ofRawPerProcessor)],
		[
			"503/s, 429/s",
			[503, 429].map((at) => ((alone.answers[at] ?? 0) / alone.seconds).toFixed(0)).join(", "),
		],
		["main thread per answer, µs", onMain.toFixed(0)],
		// Waited: ready to run, while others had the processors.
		...Object.entries(alone.time).map(([party, { ran, waited }]) => [
			`${party}: ran, waited`,
			`${exact(ran / alone.seconds)}, ${exact(waited / alone.seconds)}`,
		]),
	];
	return [beside, byItself].map(alignedTable).join("\n\n");
}

/** `quiet` and `flood` in seconds. */
export const scenario = defineScenario(
	{ from: "many", connections: 200, threads: 2, quiet: 8, flood: 12, profile: false },
	async ({ from, connections, threads, quiet, flood, profile }) => {
		if (from !== "many" && from !== "one") throw new Error("--from is many or one.");
		const folder = join(import.meta.dirname, "../results");
		const figures = await measureFlood({
			...{ from, connections, threads, quiet: 1000 * quiet, flood: 1000 * flood, alone: 5000, raw: 3000 },
			...(profile && { profile: folder }),
		});
		const kept = profile ? `\n\nKept as ${join(folder, "flood.cpuprofile")}.` : "";
		return `${reportFlood(figures)}${kept}`;
	},
);
