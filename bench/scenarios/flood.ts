/**
 * What a flood of wrong passwords does to everybody else: 200 connections guess for users that do not exist, while ten
 * connections check credentials and people log in. Beside it the same without the flood, and the flood alone.
 */
import { globSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { addPeople, deploymentFolder, startSallyport } from "../lib/sallyport.ts";
import { median, percent, quantile, sumOf } from "../lib/statistics.ts";
import { alignedTable, type Rows } from "../lib/table.ts";
import { type Flood, type Look, parties, prepareFlood, type Window } from "../load/flood.ts";
import { measureRawHashes } from "../load/raw-hashes-process.ts";
import type { Kind } from "../load/visitors-process.ts";
import { defineScenario } from "../scenario.ts";
import { people } from "../subjects/subject.ts";

export interface FloodOptions {
	/** Each guess from another address, as from a botnet; or all from the same, which the throttle ends. */
	from: "many" | "one";
	connections: number;
	/** Milliseconds: before the flood, during it, of the flood without visitors, and of the raw hash loop. */
	quiet: number;
	flood: number;
	alone: number;
	raw: number;
	/** At most. */
	recovery: number;
	/** A folder for a CPU profile of the service; slows it down. */
	profile?: string;
}

export type FloodFigures = Awaited<ReturnType<typeof measureFlood>>;

export const goals = { checkSlowdown: 2, knownDone: 0.99, knownP99: 1000, hashing: 0.95 } as const;
const CORES = 2;
/** Back to usual: logins and checks within this of their usual medians. */
const WITHIN = 1.5;
const kinds: Kind[] = ["byCsrf", "byDevice", "strangers"];

/** A service of its own, quiet at first, then under the flood, then left alone. Rejects only if it cannot be set up. */
export async function measureFlood(options: FloodOptions) {
	using folder = deploymentFolder();
	await using ends = new AsyncDisposableStack();
	await addPeople(
		folder.path,
		people.map(({ username }) => username),
	);
	const profiles = join(folder.path, "profiles");
	const nodeOptions = options.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`];
	const server = await startSallyport(folder.path, { nodeOptions });
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
	const recovered = await timeToRecover(flood, quiet, options.recovery);
	const wrong = [quiet, during].flatMap(({ seen }) => [
		...seen.wrong,
		...Array<string>(seen.wrongChecks).fill("a check did not tell who it is"),
	]);
	return { options, raw, quiet, flood: during, alone, recovered, wrong: [...wrong, ...alone.wrong] };
}

/** The profile of the first thread: CPU.<date>.<time>.<process>.<thread>.<number>.cpuprofile */
function keepProfile(from: string, to: string): void {
	mkdirSync(to, { recursive: true });
	for (const file of globSync("CPU.*.*.*.0.*.cpuprofile", { cwd: from }))
		renameSync(join(from, file), join(to, "flood.cpuprofile"));
}

/** Milliseconds from now until strangers log in, and credentials are checked, about as fast as usual; null: not within `most`. */
async function timeToRecover({ visitors }: Flood, usual: Look, most: number): Promise<number | null> {
	const began = performance.now();
	const isBack = (now: readonly number[], before: readonly number[]) =>
		median(now) <= WITHIN * median(before);
	while (performance.now() - began < most) {
		const at = performance.now() - began;
		const { checks, logins } = await visitors.ask("watch", { duration: 1000 });
		const [now, before] = [logins.strangers?.done ?? [], usual.seen.logins.strangers?.done ?? []];
		if (isBack(now, before) && isBack(checks, usual.seen.checks)) return at;
	}
	return null;
}

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
		const ran = (...names: (typeof parties)[number][]) => sumOf(names.map((party) => time[party].ran));
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
	const cells = (party: (typeof parties)[number]) =>
		windows.flatMap(({ time, seconds }) =>
			[time[party].ran, time[party].waited].map((each) => exact(each / seconds)),
		);
	const head = ["quiet", "flood", "flood alone"].flatMap((phase) => [`${phase}: ran`, "waited"]);
	return [
		[`part of one of ${CORES} processors`, ...head],
		...parties.map((party) => [party, ...cells(party)]),
	];
}

export const scenario = defineScenario(
	{
		from: { type: "string", default: "many" },
		connections: { type: "string", default: "200" },
		/** Seconds. */
		quiet: { type: "string", default: "8" },
		flood: { type: "string", default: "12" },
		profile: { type: "boolean", default: false },
		/** Keep the figures in bench/results/. */
		save: { type: "boolean", default: false },
	},
	async ({ from, profile, save, ...numbers }) => {
		if (from !== "many" && from !== "one") throw new Error("--from is many or one.");
		const [quiet, flood] = [1000 * Number(numbers.quiet), 1000 * Number(numbers.flood)];
		const folder = join(import.meta.dirname, "../results");
		const figures = await measureFlood({
			...{ from, connections: Number(numbers.connections), quiet, flood },
			...{ alone: 5000, raw: 3000, recovery: 10_000 },
			...(profile && { profile: folder }),
		});
		const file = join(folder, `flood-${new Date().toISOString().replaceAll(":", "")}.json`);
		if (save) writeFileSync(file, `${JSON.stringify(figures, null, "\t")}\n`);
		const kept = [...(profile ? [join(folder, "flood.cpuprofile")] : []), ...(save ? [file] : [])];
		return [reportFlood(figures), ...kept.map((path) => `Kept as ${path}.`)].join("\n\n");
	},
);
