/**
 * What a flood of wrong passwords does to everybody else: 200 connections guess for users that do not exist, while ten
 * connections check credentials and people log in. Beside it the same without the flood, and the flood alone.
 */
import { copyFileSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { reportFlood } from "../flood/report.ts";
import { addPeople, deploymentFolder, startSallyport } from "../lib/sallyport.ts";
import { median } from "../lib/statistics.ts";
import { type Flood, type Look, prepareFlood } from "../load/flood.ts";
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
		copyFileSync(join(from, file), join(to, "flood.cpuprofile"));
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
