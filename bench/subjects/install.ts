/** The peers are not among the dependencies of this repository: each is installed when it is first measured, into a folder that git ignores. */
import { createHash } from "node:crypto";
import {
	cpSync,
	existsSync,
	globSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { runProgram } from "../lib/processes.ts";

export type Installed = Awaited<ReturnType<typeof npm>>;

/** As it is kept beside the install. */
type Outcome = Installed | { problem: string };

const bench = join(import.meta.dirname, "..");
export const peerSources = join(bench, "peers");
/** Milliseconds; compilers take their time. */
const LIMIT = 15 * 60_000;
const RECORD = "installed.json";

/** Another folder for other versions, also of Node: what was compiled fits only one. */
function folderOf(source: string): string {
	const wanted = createHash("sha256")
		.update(readFileSync(join(peerSources, source, "package.json")))
		.update(process.version);
	return join(bench, ".peers", `${source}-${wanted.digest("hex").slice(0, 8)}`);
}

/** Installs the peer the first time. A failure is kept, too: remove bench/.peers to try again. */
export async function installPeer(source: string): Promise<{ folder: string } & Outcome> {
	const folder = folderOf(source);
	const record = join(folder, RECORD);
	let outcome: Outcome;
	if (existsSync(record)) outcome = JSON.parse(readFileSync(record, "utf8")) as Outcome;
	else {
		process.stderr.write(`Installing ${source}, once: this may take minutes …\n`);
		rmSync(folder, { recursive: true, force: true });
		const installing = installAfresh(join(peerSources, source), folder);
		outcome = await installing.catch(({ message: problem }: Error) => ({ problem }));
		writeFileSync(record, `${JSON.stringify(outcome, null, "\t")}\n`);
	}
	// The server may have changed, while what it needs has not.
	cpSync(join(peerSources, source), folder, { recursive: true });
	return { folder, ...outcome };
}

/** Copies a folder with a package.json to another place and installs it there. */
export async function installAfresh(from: string, folder: string): Promise<Installed> {
	mkdirSync(folder, { recursive: true });
	cpSync(from, folder, { recursive: true });
	return npm(["install", "--omit=dev"], folder);
}

/** Runs npm from its own cache as far as that goes, and looks at what lies in node_modules then. Rejects with what npm said. */
export async function npm(words: readonly string[], folder: string) {
	const began = performance.now();
	try {
		const options = ["--no-audit", "--no-fund", "--prefer-offline"];
		await runProgram("npm", [...words, ...options], { folder, limit: LIMIT });
	} catch (error) {
		const { message } = error as Error;
		const lines = message.split("\n").filter((line) => /error/i.test(line) && !/complete log/.test(line));
		throw new Error(`npm ${words[0]} ${message.split("\n", 1)[0]} … ${lines.at(-1) ?? ""}`.slice(0, 300));
	}
	const seconds = (performance.now() - began) / 1000;
	const modules = join(folder, "node_modules");
	let bytes = 0;
	for (const path of globSync("**", { cwd: modules })) bytes += lstatSync(join(modules, path)).size;
	const record = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")) as {
		packages: Record<string, { link?: boolean }>;
	};
	const packages = Object.values(record.packages).filter(({ link }) => link !== true).length;
	/** Names of the packages that were compiled here: what node-gyp leaves behind. */
	const compiled = globSync("**/build/config.gypi", { cwd: modules }).map(
		(path) => /(?:.*node_modules\/)?((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? path,
	);
	const at = new Date().toISOString();
	return { seconds, packages, megabytes: bytes / 1e6, compiled: [...new Set(compiled)].sort(), at };
}
