/** The peers are not among the dependencies of this repository: each is installed on demand, into a folder that git ignores. */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ProgramError, runProgram } from "../lib/run-program.ts";
import { measureInstalled, type Installed } from "../install/measure-installed.ts";

export type InstalledPeer = { folder: string } & (Installed | { problem: string });

const sources = join(import.meta.dirname, "../peers");
const cache = join(import.meta.dirname, "../.peers");
/** Milliseconds. */
const LIMIT = 8 * 60_000;
const RECORD = "installed.json";

/** What `npm install` does with the peer, the first time; later what is recorded of that. A failure is kept, too: remove bench/.peers to try again. */
export async function installPeer(name: string, say: (text: string) => void): Promise<InstalledPeer> {
	const source = join(sources, name);
	const wanted = createHash("sha256")
		.update(readFileSync(join(source, "package.json")))
		.update(process.version)
		.digest("hex")
		.slice(0, 8);
	const folder = join(cache, `${name}-${wanted}`);
	const record = join(folder, RECORD);
	if (!existsSync(record)) {
		say(`installing ${name}, once`);
		rmSync(folder, { recursive: true, force: true });
		const result = await installAfresh(source, folder);
		writeFileSync(record, `${JSON.stringify(result, null, "\t")}\n`);
	}
	// The server may have changed, while what it needs has not.
	cpSync(source, folder, { recursive: true });
	return { folder, ...(JSON.parse(readFileSync(record, "utf8")) as Installed | { problem: string }) };
}

/** Copies the peer into the folder and installs it there. */
export async function installAfresh(source: string, folder: string): Promise<Installed | { problem: string }> {
	mkdirSync(folder, { recursive: true });
	cpSync(source, folder, { recursive: true });
	const began = performance.now();
	try {
		await runProgram("npm", ["install", "--omit=dev", "--no-audit", "--no-fund"], { folder, limit: LIMIT });
	} catch (error) {
		if (!(error instanceof ProgramError)) throw error;
		return { problem: `npm install ${error.message}: ${lastComplaint(error.output)}` };
	}
	return measureInstalled(folder, (performance.now() - began) / 1000);
}

function lastComplaint(output: string): string {
	const complaints = output.split("\n").filter((line) => /error/i.test(line) && !/complete log/.test(line));
	return (complaints.at(-1) ?? output.trim().split("\n").at(-1) ?? "").slice(0, 200);
}
