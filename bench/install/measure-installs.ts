import { cpSync, globSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { interleave, type Measured } from "../compare/interleave.ts";
import type { Stage } from "../compare/stage.ts";
import { ProgramError, runProgram } from "../lib/run-program.ts";
import { temporaryFolder } from "../lib/temporary-folder.ts";
import { installAfresh, peerSources, recordedInstall } from "../subjects/installed-peer.ts";
import { type Installed, measureInstalled } from "./measure-installed.ts";

export interface InstallFigures {
	installs: Record<string, Measured<Installed>>;
}

const root = join(import.meta.dirname, "../..");
/** Seconds: who took longer when it was installed for this bench is not installed again, that figure counts. */
const TOO_LONG = 60;
const LIMIT = 5 * 60_000;

/** Into an empty folder, from the cache of npm as far as it has the packages, so that the network counts as little as may be. */
export async function measureInstalls({ subjects, pace, progress }: Stage): Promise<InstallFigures> {
	progress.scenario("clean install");
	const peers = subjects.filter(({ source }) => source !== undefined);
	// One install serves better-auth with either hashing.
	const sources = [...new Set(peers.map(({ source }) => source ?? ""))];
	const items = [
		{ name: "sallyport", measure: () => installSallyport(["--omit=dev"]) },
		{ name: "sallyport-checkout", measure: () => installSallyport([]) },
		...sources.map((source) => ({ name: source, measure: () => installPeerAfresh(source) })),
	];
	return { installs: await interleave(items, { rounds: Math.ceil(pace.rounds / 3), progress }) };
}

async function installSallyport(options: string[]): Promise<Installed> {
	using folder = temporaryFolder();
	for (const file of [
		"package.json",
		"package-lock.json",
		...globSync("packages/*/{package.json,bin/*}", { cwd: root }),
	]) {
		mkdirSync(dirname(join(folder.path, file)), { recursive: true });
		cpSync(join(root, file), join(folder.path, file));
	}
	const began = performance.now();
	try {
		const words = ["ci", "--no-audit", "--no-fund", "--prefer-offline", ...options];
		await runProgram("npm", words, { folder: folder.path, limit: LIMIT });
	} catch (error) {
		throw error instanceof ProgramError
			? new Error(`npm ci ${error.message}: ${error.output.slice(-300)}`)
			: error;
	}
	return measureInstalled(folder.path, (performance.now() - began) / 1000);
}

async function installPeerAfresh(source: string): Promise<Installed> {
	const recorded = recordedInstall(source);
	if (recorded !== null && !("problem" in recorded) && recorded.seconds > TOO_LONG) return recorded;
	using folder = temporaryFolder();
	const result = await installAfresh(join(peerSources, source), folder.path);
	if ("problem" in result) throw new Error(result.problem);
	return result;
}
