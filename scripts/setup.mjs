// The first thing every npm script runs, on any Node from 18 on and before anything is installed: plain JavaScript
// without dependencies. It installs what the lock files say, builds what changed, and hands over to Node 24 or later.
//
//   node scripts/setup.mjs [<script.ts> [arguments]]
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { handOver, SIGNALS } from "./lib/hand-over.mjs";
import { withLock } from "./lib/lock.mjs";

const { platform, arch, versions, execPath } = process;
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const LOCK_FILE = "package-lock.json";
/** npm writes it last, also when it is run by hand. */
const RECORD = "node_modules/.package-lock.json";
const COMPILE = ["typescript/bin/tsc", "-p", "tsconfig.build.json", "--noCheck"];
const BUNDLE = ["vite/bin/vite.js", "build", "--logLevel", "warn"];
/** What is built, from its own folder and others. No build needs the output of another. */
const builds = [
	{ folder: "packages/client", also: [], program: COMPILE },
	{ folder: "packages/kysely", also: [], program: BUNDLE },
	{ folder: "packages/verify", also: [], program: COMPILE },
	{ folder: "packages/web", also: ["packages/client/src"], program: BUNDLE },
].filter(({ folder }) => existsSync(join(root, folder, "src")));

/** A failure that the reader can act on: printed as one line, without a stack. */
class SetupError extends Error {}

/** Standard error: the output of the script that follows stays clean for pipes. */
const say = (line) => process.stderr.write(`sallyport: ${line}\n`);

/** Resolves once the program has succeeded; a signal that ends this process ends it first. */
async function run(command, args, failure, options) {
	const stop = () => child.kill();
	for (const signal of SIGNALS) process.on(signal, stop);
	const child = spawn(command, args, { ...options, stdio: ["ignore", 2, 2] });
	const [code] = await once(child, "close");
	for (const signal of SIGNALS) process.off(signal, stop);
	if (code !== 0) throw new SetupError(failure);
}

/** The entries of a lock file by their path, without those of the checkout's own folders. */
function packagesIn(folder, file) {
	const { packages } = JSON.parse(readFileSync(join(folder, file), "utf8"));
	return Object.fromEntries(Object.entries(packages).filter(([path]) => path.includes("node_modules/")));
}

const includes = (names, own) => !names || [names].flat().some((name) => name === own || name[0] === "!");

/** Whether npm's record of what is installed equals the lock file, and all of it is for this kind of machine. */
function isInstalled(folder) {
	if (!existsSync(join(folder, RECORD))) return false;
	const wanted = packagesIn(folder, LOCK_FILE);
	const present = packagesIn(folder, RECORD);
	return Object.keys({ ...present, ...wanted }).every((path) => {
		const { link, optional, version, integrity, os, cpu } = wanted[path] ?? {};
		if (link) return existsSync(join(folder, path));
		const found = present[path];
		if (!found) return optional;
		const same = found.version === version && found.integrity === integrity;
		return same && includes(os, platform) && includes(cpu, arch);
	});
}

async function install(folder, what) {
	say(`Installing ${what} (once) …`);
	rmSync(join(folder, RECORD), { force: true });
	const args = "ci --prefix . --ignore-scripts --include=dev --no-audit --no-fund --loglevel=error".split(
		" ",
	);
	const failure = "npm ci failed, see above. Nothing was recorded: the next run tries again.";
	await run("npm", args, failure, { cwd: folder, shell: platform === "win32" });
}

/** The Node to hand over to: this one or, where it is too old, one from a lock file of its own. */
function chooseNode() {
	if (Number.parseInt(versions.node, 10) >= 24) return { node: execPath };
	const folder = join(root, "runtime", `${platform}-${arch}`);
	const problem = `Node ${versions.node} is too old, and npm has no newer one for this machine (${platform}-${arch}): install Node 24.`;
	if (!existsSync(folder)) throw new SetupError(problem);
	const [[path, { bin }]] = Object.entries(packagesIn(folder, LOCK_FILE));
	return { node: join(folder, path, bin.node), folder, problem };
}

async function installRuntime({ node, folder, problem }) {
	await install(folder, "Node");
	if (spawnSync(node, ["--version"]).status === 0) return;
	// Another C library, as on Alpine.
	rmSync(join(folder, RECORD));
	throw new SetupError(problem);
}

const filesIn = (folder) =>
	readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = `${folder}/${entry.name}`;
		if (/^(dist|node_modules)$|\.test\./.test(entry.name)) return [];
		return entry.isDirectory() ? filesIn(path) : path;
	});

/** Which builds are missing or made from other sources. */
const staleBuilds = () =>
	builds.flatMap(({ folder, also, program }) => {
		const hash = createHash("sha256");
		const sources = [folder, ...also].flatMap(filesIn).sort();
		for (const path of [LOCK_FILE, "tsconfig.json", "scripts/setup.mjs", ...sources]) {
			const content = readFileSync(join(root, path));
			hash.update(`\0${path}\0${content.length}\0`).update(content);
		}
		const made = { hash: hash.digest("hex"), stamp: join(root, folder, "dist/.built-from") };
		const isFresh = existsSync(made.stamp) && readFileSync(made.stamp, "utf8") === made.hash;
		return isFresh ? [] : { folder, program, ...made };
	});

async function build(node, { folder, program: [program, ...args], hash, stamp }) {
	rmSync(join(root, folder, "dist"), { recursive: true, force: true });
	const options = { cwd: join(root, folder), env: { ...process.env, NODE_ENV: "production" } };
	const failure = `${folder} could not be built, see above.`;
	await run(node, [join(root, "node_modules", program), ...args], failure, options);
	writeFileSync(stamp, hash);
}

async function makeReady(chosen) {
	const hasNode = () => chosen.folder === undefined || isInstalled(chosen.folder);
	if (hasNode() && isInstalled(root) && staleBuilds().length === 0) return;
	const onWait = () =>
		say("Waiting for another set-up of this checkout. If there is none, remove .setup-lock.");
	// Two at once would empty node_modules under each other. Each step looks again: the other may have done it.
	await withLock(join(root, ".setup-lock"), onWait, async () => {
		if (!hasNode()) await installRuntime(chosen);
		if (!isInstalled(root)) await install(root, "the packages");
		const stale = staleBuilds();
		if (stale.length > 0) say(`Building ${stale.map(({ folder }) => folder).join(", ")} …`);
		await Promise.all(stale.map((one) => build(chosen.node, one)));
	});
}

try {
	const chosen = chooseNode();
	await makeReady(chosen);
	const command = process.argv.slice(2);
	if (command.length > 0) process.exitCode = await handOver(chosen.node, command);
} catch (error) {
	// What the system refuses (no space, no permission) says so in its message.
	if (!(error instanceof SetupError) && !error.code) throw error;
	say(error.message);
	process.exitCode = 1;
}
