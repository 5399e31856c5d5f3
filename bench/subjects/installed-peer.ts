/** The peers are not among the dependencies of this repository: each is installed on demand, into a folder that git ignores. */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Installed, measureInstalled } from "../install/measure-installed.ts";
import { ProgramError, runProgram } from "../lib/run-program.ts";

/** What came of an install. */
export type Outcome = Installed | { problem: string };

export const peerSources = join(import.meta.dirname, "../peers");
const cache = join(import.meta.dirname, "../.peers");
/** Milliseconds; compilers take their time. */
const LIMIT = 15 * 60_000;
const RECORD = "installed.json";

/**
 * Installs the peer the first time; later finds it. A failure is kept, too, so that it is not waited for at each run: remove
 * bench/.peers to try again.
 */
export async function installPeer(
	source: string,
	say: (text: string) => void,
): Promise<{ folder: string } & Outcome> {
	const folder = folderOf(source);
	let outcome = recordedInstall(source);
	if (outcome === null) {
		say(`Installing ${source}, once: this may take minutes …`);
		rmSync(folder, { recursive: true, force: true });
		outcome = await installAfresh(join(peerSources, source), folder);
		writeFileSync(join(folder, RECORD), `${JSON.stringify(outcome, null, "\t")}\n`);
	}
	// The server may have changed, while what it needs has not.
	cpSync(join(peerSources, source), folder, { recursive: true });
	return { folder, ...outcome };
}

/** What came of the install into the cache; null: there was none. */
export function recordedInstall(source: string): Outcome | null {
	const record = join(folderOf(source), RECORD);
	return existsSync(record) ? (JSON.parse(readFileSync(record, "utf8")) as Outcome) : null;
}

/** Another folder for other versions, also of Node: what was compiled fits only one. */
function folderOf(source: string): string {
	const wanted = createHash("sha256")
		.update(readFileSync(join(peerSources, source, "package.json")))
		.update(process.version);
	return join(cache, `${source}-${wanted.digest("hex").slice(0, 8)}`);
}

/** Copies a folder with a package.json to another place and installs it there. */
export async function installAfresh(from: string, folder: string): Promise<Outcome> {
	mkdirSync(folder, { recursive: true });
	cpSync(from, folder, { recursive: true });
	const began = performance.now();
	try {
		const words = ["install", "--omit=dev", "--no-audit", "--no-fund", "--prefer-offline"];
		await runProgram("npm", words, { folder, limit: LIMIT });
	} catch (error) {
		if (!(error instanceof ProgramError)) throw error;
		return { problem: `npm install ${error.message}: ${lastComplaint(error.output)}` };
	}
	return measureInstalled(folder, (performance.now() - began) / 1000);
}

function lastComplaint(output: string): string {
	const lines = output.trim().split("\n");
	const complaint =
		lines.findLast((line) => /error/i.test(line) && !/complete log/.test(line)) ?? lines.at(-1);
	return (complaint ?? "").slice(0, 200);
}
