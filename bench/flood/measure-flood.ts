import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import type { AttackerTasks, Flood } from "../lib/attackers-process.ts";
import { startHelper } from "../lib/helper-process.ts";
import { median } from "../lib/median.ts";
import { addUser } from "../lib/sallyport.ts";
import { startServer } from "../lib/server-process.ts";
import { temporaryFolder } from "../lib/temporary-folder.ts";
import { people } from "./people.ts";
import { readProfile, type ServerProfile } from "./profile.ts";
import { measureRawHashes, type RawHashes } from "./raw-hash-loop.ts";
import type { Visited, VisitorTasks } from "./visitors-process.ts";
import { type Cast, measureWindow, type Window } from "./window.ts";

export interface FloodOptions extends Omit<Flood, "port"> {
	/** Milliseconds. */
	quiet: number;
	flood: number;
	/** Of the flood without visitors. */
	alone: number;
	/** Of the closed loop of checks, before and during the flood. */
	closedLoop: number;
	/** At most. */
	recovery: number;
	/** Of each raw hash loop. */
	raw: number;
	profile: boolean;
}

export interface Phase {
	visit: Window<Visited>;
	closedLoop: Window<{ answered: number; wrong: string[] }>;
}

export interface FloodFigures {
	options: FloodOptions;
	/** Before and after all else. */
	raw: [RawHashes, RawHashes];
	quiet: Phase;
	flood: Phase;
	/** The flood without visitors. */
	alone: Window<void>;
	/** Milliseconds; null: not in time. */
	recovered: number | null;
	/** What was answered as it never must be. */
	wrong: string[];
	profile: ServerProfile | null;
}

const PASSWORD = "brass otter lantern quill";
const THREADS = 2;
const parameters = { memory: 19_456, passes: 2, parallelism: 1 };
/** Milliseconds: for the just-in-time compiler, and for the flood to fill the queue. */
const WARM_UP = 1000;

const settings = {
	SALLYPORT_HASH_THREADS: String(THREADS),
	SALLYPORT_HASH_MEMORY: String(parameters.memory),
	SALLYPORT_HASH_PASSES: String(parameters.passes),
	SALLYPORT_HASH_PARALLELISM: String(parameters.parallelism),
	// The helpers say where each request seems to come from.
	SALLYPORT_TRUSTED_PROXIES: "127.0.0.1/32",
};

/** A service of its own in a temporary folder, quiet at first, then under the flood, then left alone. Rejects only if it cannot be set up. */
export async function measureFlood(options: FloodOptions): Promise<FloodFigures> {
	using folder = temporaryFolder();
	await using ends = new AsyncDisposableStack();
	const { path } = folder;
	writeFileSync(join(path, "password"), PASSWORD, { mode: 0o600 });
	for (const name of Object.values(people)) await addUser(path, name, { password: PASSWORD, settings });
	const profiles = join(path, "profiles");
	const execArgv = options.profile
		? ["--cpu-prof", `--cpu-prof-dir=${profiles}`, "--cpu-prof-interval=250"]
		: [];
	const server = await startServer(path, { settings, execArgv });
	ends.defer(server.end);
	const attackers = startHelper<AttackerTasks>(new URL("../lib/attackers-process.ts", import.meta.url));
	ends.defer(attackers.end);
	const visitors = startHelper<VisitorTasks>(new URL("./visitors-process.ts", import.meta.url));
	ends.defer(visitors.end);
	const { connections, from } = options;
	await visitors.ask("prepare", { port: server.port, password: PASSWORD });
	await attackers.ask("prepare", { port: server.port, connections, from });
	const figures = await measurePhases({ server, attackers, visitors }, options);
	await ends.disposeAsync();
	return options.profile ? { ...figures, profile: readProfile(profiles, figures.alone) } : figures;
}

async function measurePhases(cast: Cast, options: FloodOptions): Promise<FloodFigures> {
	const { attackers, visitors } = cast;
	const raw = () => measureRawHashes({ threads: THREADS, parameters, duration: options.raw });
	const phase = async (duration: number): Promise<Phase> => ({
		visit: await measureWindow(cast, () => visitors.ask("visit", { duration })),
		closedLoop: await measureWindow(cast, () => visitors.ask("check", { duration: options.closedLoop })),
	});

	await visitors.ask("check", { duration: WARM_UP });
	const rawBefore = await raw();
	const quiet = await phase(options.quiet);
	const usual = {
		login: median(quiet.visit.result.strangers.done),
		check: median(quiet.visit.result.checks.latencies),
	};
	await attackers.ask("begin");
	await rest(WARM_UP);
	const alone = await measureWindow(cast, () => rest(options.alone));
	const flood = await phase(options.flood);
	await attackers.ask("end");
	const { recovered, wrong } = await visitors.ask("recover", { usual, most: options.recovery });
	const rawAfter = await raw();

	const { wrong: wrongToAttackers } = await attackers.ask("count");
	const ofPhases = [quiet, flood].flatMap(({ visit: { result }, closedLoop }) => [
		...result.checks.wrong,
		...result.byCsrf.wrong,
		...(result.byDevice?.wrong ?? []),
		...result.strangers.wrong,
		...closedLoop.result.wrong,
	]);
	return {
		options,
		raw: [rawBefore, rawAfter],
		quiet,
		flood,
		alone,
		recovered,
		wrong: [...ofPhases, ...wrong, ...wrongToAttackers],
		profile: null,
	};
}
