// The first thing every npm script runs, on any Node from 18 on and before anything is installed: plain JavaScript
// without dependencies. It installs what the lock files say, builds what changed, and hands over to Node 24 or later.
//
//   node scripts/setup.mjs [<script.ts> [arguments]]
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { handOver } from "./lib/hand-over.mjs";

const { platform, arch, versions, execPath } = process;
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const NPM_CI =
	"ci --prefix . --ignore-scripts --include=dev --no-audit --no-fund --loglevel=error --no-update-notifier";
const COMPILE = ["typescript/bin/tsc", "-p", "tsconfig.build.json", "--noCheck"];
const BUNDLE = ["vite/bin/vite.js", "build", "--logLevel", "warn"];
/** What is built into which folder, from its own and others. No build needs the output of another. */
const builds = [
	{ folder: "packages/client", out: "packages/client/dist", also: [], program: COMPILE },
	{ folder: "packages/conform", out: "packages/conform/dist", also: [], program: COMPILE },
	{ folder: "packages/verify", out: "packages/verify/dist", also: [], program: COMPILE },
	{
		folder: "packages/web",
		out: "packages/server/pages",
		also: ["packages/client/src", "docs/openapi.json"],
		program: BUNDLE,
	},
	{
		folder: "packages/server",
		out: "packages/server/dist",
		also: [
			"packages/client/src",
			"packages/conform/src",
			"packages/web/src/account/sessions",
			"packages/web/src/page-names.ts",
			"docs",
			"examples",
		],
		program: BUNDLE,
	},
].filter(({ folder }) => existsSync(join(root, folder, "src")));

/** Standard error: the output of the script that follows stays clean for pipes. */
const say = (line) => process.stderr.write(`sallyport: ${line}\n`);

function fail(message) {
	say(message);
	process.exit(1);
}

function run(command, args, failure, options) {
	const { error, status } = spawnSync(command, args, { ...options, stdio: ["ignore", 2, 2] });
	if (status !== 0) fail(error ? error.message : failure);
}

/** The entries of a lock file by their path, without the checkout's own folders. npm may have been stopped while it wrote. */
function packagesIn(...path) {
	try {
		const { packages } = JSON.parse(readFileSync(join(...path), "utf8"));
		return Object.fromEntries(Object.entries(packages).filter(([name]) => name.includes("node_modules/")));
	} catch {
		return {};
	}
}

const isOf = (names, own) => [names].flat().some((name) => name === own || name[0] === "!");
// The report would wait for name servers.
process.report.excludeNetwork = true;
const cLibrary = () => (process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl");
const isForHere = ({ os = platform, cpu = arch, libc }) =>
	isOf(os, platform) && isOf(cpu, arch) && (!libc || platform !== "linux" || isOf(libc, cLibrary()));

/** Whether what npm recorded, as the last step of an install, equals the lock file and is for this kind of machine. */
function isInstalled(folder) {
	const wanted = packagesIn(folder, "package-lock.json");
	const present = packagesIn(folder, "node_modules/.package-lock.json");
	return Object.keys({ ...present, ...wanted }).every((path) => {
		const { optional, version, integrity, ...rest } = wanted[path] ?? {};
		const found = existsSync(join(folder, path, "package.json")) && present[path];
		if (found) return found.version === version && found.integrity === integrity && isForHere(rest);
		// npm leaves out optional packages for other machines, and what only those need. Without an error it also leaves out
		// one for this machine that it could not fetch, or whose integrity is wrong.
		return optional && (!(rest.os || rest.cpu || rest.libc) || !isForHere(rest));
	});
}

function install(folder, what) {
	say(`Installing ${what} (once) …`);
	const options = { cwd: folder, shell: platform === "win32" };
	run("npm", NPM_CI.split(" "), "npm ci failed, see above. The next run tries again.", options);
	if (!isInstalled(folder)) fail("npm left out packages for this machine. The next run tries again.");
}

/** This Node or, where it is too old, one from a lock file of its own. */
function readyNode() {
	if (Number.parseInt(versions.node, 10) >= 24) return execPath;
	const machine = `${platform}-${arch}`;
	const folder = join(root, "runtime", machine);
	const problem = `Node ${versions.node} is too old, and Sallyport brings none that runs on this machine (${machine}). Install Node 24 or later.`;
	const [[path, entry] = []] = Object.entries(packagesIn(folder, "package-lock.json"));
	if (!path) return fail(problem);
	const node = join(folder, path, entry.bin.node);
	if (isInstalled(folder) && existsSync(node)) return node;
	install(folder, "Node");
	if (spawnSync(node, ["--version"]).status === 0) return node;
	// Another C library, as on Alpine.
	rmSync(join(folder, "node_modules"), { recursive: true });
	return fail(problem);
}

/** Of a folder, or the file itself. */
const filesIn = (path) => (/\.(json|ts)$/.test(path) ? path : filesInFolder(path));
const filesInFolder = (folder) =>
	readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = `${folder}/${entry.name}`;
		if (/^(node_modules|test)$|\.test\./.test(entry.name) || builds.some(({ out }) => out === path))
			return [];
		return entry.isDirectory() ? filesIn(path) : path;
	});

/** Builds a folder unless its stamp, which is written last, has the hash of its sources. */
function build(node, { folder, out, also, program: [program, ...args] }) {
	const files = [folder, ...also].flatMap(filesIn).sort();
	const sources = ["package-lock.json", "tsconfig.json", "scripts/setup.mjs", ...files];
	const contents = sources.map((path) => [path, readFileSync(join(root, path), "utf8")]);
	const hash = createHash("sha256").update(JSON.stringify(contents)).digest("hex");
	const stamp = join(root, out, ".built-from");
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
	say(`Building ${folder} …`);
	rmSync(dirname(stamp), { recursive: true, force: true });
	const options = { cwd: join(root, folder), env: { ...process.env, NODE_ENV: "production" } };
	const command = [join(root, "node_modules", program), ...args];
	run(node, command, `${folder} could not be built, see above.`, options);
	writeFileSync(stamp, hash);
}

const node = readyNode();
if (!isInstalled(root)) install(root, "the packages");
for (const one of builds) build(node, one);
const command = process.argv.slice(2);
if (command.length > 0) process.exitCode = await handOver(node, command);
