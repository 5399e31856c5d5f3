// The first thing every npm script runs, on any Node from 18 on and before anything is installed: plain JavaScript
// without dependencies. It installs what the lock files say, builds what changed, and hands over to Node 24 or later.
//
//   node scripts/setup.mjs [<script.ts> [arguments]]
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { handOver, hasLostNpm, onDeathOfNpm, SIGNALS } from "./lib/hand-over.mjs";
import { noteChild, withLock } from "./lib/lock.mjs";

const { platform, arch, versions, execPath } = process;
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const modules = join(root, "node_modules");
const SETUP_LOCK = join(root, ".setup-lock");
const LOCK_FILE = "package-lock.json";
/** npm writes it last, also when it is run by hand. */
const RECORD = "node_modules/.package-lock.json";
const COMPILE = ["typescript/bin/tsc", "-p", "tsconfig.build.json", "--noCheck"];
const BUNDLE = ["vite/bin/vite.js", "build", "--logLevel", "warn"];
/** What is built, from its own folder and others. No build needs the output of another. */
const builds = [
	{ folder: "packages/client", also: [], program: COMPILE },
	{ folder: "packages/verify", also: [], program: COMPILE },
	{ folder: "packages/web", also: ["packages/client/src"], program: BUNDLE },
].filter(({ folder }) => existsSync(join(root, folder, "src")));

/** A failure that the reader can act on: printed as one line, without a stack. */
class SetupError extends Error {
	constructor(message, exitCode = 1) {
		super(message);
		this.exitCode = exitCode;
	}
}

const stoppedBy = (signal) =>
	new SetupError("Stopped. The next run goes on.", 128 + constants.signals[signal]);

/** Standard error: the output of the script that follows stays clean for pipes. */
const say = (line) => process.stderr.write(`sallyport: ${line}\n`);

/** Resolves once the program has succeeded; a signal that ends this process ends it first. */
async function run(command, args, failure, options) {
	let stopped;
	const stop = (signal) => {
		stopped = signal;
		child.kill();
	};
	for (const signal of SIGNALS) process.on(signal, stop);
	const watch = onDeathOfNpm(() => stop("SIGTERM"));
	const child = spawn(command, args, { ...options, stdio: ["ignore", 2, 2] });
	noteChild(SETUP_LOCK, child);
	const [code] = await once(child, "close").finally(() => {
		clearInterval(watch);
		for (const signal of SIGNALS) process.off(signal, stop);
	});
	if (stopped) throw stoppedBy(stopped);
	if (code !== 0) throw new SetupError(failure);
}

/** The entries of a lock file by their path, without those of the checkout's own folders. */
function packagesIn(folder, file) {
	const { packages } = JSON.parse(readFileSync(join(folder, file), "utf8"));
	return Object.fromEntries(Object.entries(packages).filter(([path]) => path.includes("node_modules/")));
}

const includes = (names, own) => !names || [names].flat().some((name) => name === own || name[0] === "!");

let knownLibc;
/** The C library of a Linux. Node takes some milliseconds to say, and waits for name servers unless it leaves out the network. */
function libc() {
	process.report.excludeNetwork = true;
	knownLibc ??= process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
	return knownLibc;
}

const isForHere = ({ os, cpu, libc: wanted }) =>
	includes(os, platform) &&
	includes(cpu, arch) &&
	(!wanted || platform !== "linux" || includes(wanted, libc()));

/** Whether npm's record of what is installed equals the lock file, and all of it is for this kind of machine. */
function isInstalled(folder) {
	if (!existsSync(join(folder, RECORD))) return false;
	const wanted = packagesIn(folder, LOCK_FILE);
	const present = packagesIn(folder, RECORD);
	return Object.keys({ ...present, ...wanted }).every((path) => {
		const { link, optional, version, integrity, ...rest } = wanted[path] ?? {};
		if (link) return existsSync(join(folder, path));
		const found = present[path];
		// npm passes over an optional package that it could not fetch, or whose integrity is wrong, without an error. One for
		// every kind of machine is needed by others alone: npm leaves it out with them.
		if (!found) return optional && (!(rest.os || rest.cpu || rest.libc) || !isForHere(rest));
		return found.version === version && found.integrity === integrity && isForHere(rest);
	});
}

async function install(folder, what) {
	say(`Installing ${what} (once) …`);
	rmSync(join(folder, RECORD), { force: true });
	const args =
		"ci --prefix . --ignore-scripts --include=dev --no-audit --no-fund --no-update-notifier --loglevel=error".split(
			" ",
		);
	const failure = "npm ci failed, see above. The next run tries again.";
	await run("npm", args, failure, { cwd: folder, shell: platform === "win32" });
}

/** The Node to hand over to: this one or, where it is too old, one from a lock file of its own. */
function chooseNode() {
	if (Number.parseInt(versions.node, 10) >= 24) return { node: execPath };
	const folder = join(root, "runtime", `${platform}-${arch}`);
	const problem = `Node ${versions.node} is too old, and Sallyport brings none that runs on this machine (${platform}-${arch}). Install Node 24 or later.`;
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
	const onWait = (processes) =>
		say(`Waiting for the set-up that runs as process ${processes}. If it is none, remove ${SETUP_LOCK}.`);
	// Two at once would empty node_modules under each other. Each step looks again: the other may have done it.
	await withLock(SETUP_LOCK, onWait, async () => {
		if (!hasNode()) await installRuntime(chosen);
		if (!isInstalled(root)) {
			await install(root, "the packages");
			if (!isInstalled(root))
				throw new SetupError("npm left out packages for this machine. The next run tries again.");
		}
		const stale = staleBuilds();
		if (stale.length > 0) say(`Building ${stale.map(({ folder }) => folder).join(", ")} …`);
		// The lock is released only when none of them writes any more.
		const ends = await Promise.allSettled(stale.map((one) => build(chosen.node, one)));
		const failed = ends.find(({ status }) => status === "rejected");
		if (failed) throw failed.reason;
	});
}

/** Resolves to the exit code. */
async function main(command) {
	// A former release had Node among its packages. npm finds that one first, and `npm ci` removes it.
	const folders = (process.env.PATH ?? "").split(delimiter);
	const outside = folders.filter((folder) => !folder.startsWith(modules));
	if (execPath.startsWith(modules) && outside.length < folders.length) {
		const env = { ...process.env, PATH: outside.join(delimiter) };
		return handOver("node", [fileURLToPath(import.meta.url), ...command], { env });
	}
	const chosen = chooseNode();
	await makeReady(chosen);
	if (hasLostNpm()) throw stoppedBy("SIGTERM");
	return command.length > 0 ? handOver(chosen.node, command) : 0;
}

try {
	process.exitCode = await main(process.argv.slice(2));
} catch (error) {
	// What the system refuses (no space, no permission) says so in its message.
	if (!(error instanceof SetupError) && !error.code) throw error;
	say(error.message);
	process.exitCode = error.exitCode ?? 1;
}
