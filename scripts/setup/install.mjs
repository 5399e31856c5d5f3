import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, delimiter, join, sep } from "node:path";
import { firstLines, runQuietly } from "./run-quietly.mjs";
import { runtimeAnswers } from "./runtime.mjs";
import { SetupError, say } from "./say.mjs";

const stampPath = (root) => join(root, "node_modules", ".sallyport-lock");

/** Binaries of one kind of machine do not run on another, though both may share the checkout. */
const machine = `${process.platform}-${process.arch}`;

/** What must be installed. */
export function lockHash(root) {
	const hash = createHash("sha256")
		.update(readFileSync(join(root, "package-lock.json")))
		.digest("hex");
	return `${machine} ${hash}`;
}

/** What is installed, as last recorded; undefined when nothing is, or an install failed. */
export function installedLock(root) {
	try {
		return readFileSync(stampPath(root), "utf8").trim();
	} catch {
		return undefined;
	}
}

/** npm's own record equals the lock file: somebody ran npm by hand, and doing it again would be a waste. */
export function npmHasInstalled(root) {
	const record = join(root, "node_modules", ".package-lock.json");
	if (!existsSync(record)) return false;
	const { packages: wanted } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
	const { packages: present } = JSON.parse(readFileSync(record, "utf8"));
	const inModules = (packages) => Object.entries(packages).filter(([path]) => path.includes("node_modules/"));
	return (
		inModules(wanted).every(([path, entry]) => {
			// A package of the checkout itself, which the record may leave out.
			if (entry.link) return existsSync(join(root, path));
			if (!present[path]) return entry.optional;
			return present[path].version === entry.version && present[path].integrity === entry.integrity;
		}) && inModules(present).every(([path]) => wanted[path])
	);
}

/** npm must run on the Node of the machine: the pinned one is among the files that it is about to replace. */
function npmCommand(root) {
	const own = join(root, "node_modules") + sep;
	const path = process.env.PATH ?? process.env.Path ?? "";
	const env = {
		...process.env,
		PATH: path
			.split(delimiter)
			.filter((dir) => !(dir + sep).startsWith(own))
			.join(delimiter),
	};
	const { npm_node_execpath: node, npm_execpath: npm } = process.env;
	const outside = [node, process.execPath].find((file) => file && existsSync(file) && !file.startsWith(own));
	if (outside && npm && basename(npm) === "npm-cli.js" && existsSync(npm))
		return { command: outside, first: [npm], env };
	return { command: "npm", first: [], env };
}

/** Installs exactly what the lock file says, build tools included, and records it once the runtime answers. */
export async function install(root, lock) {
	const recorded = installedLock(root);
	const foreign = recorded !== undefined && !recorded.startsWith(`${machine} `);
	if (!foreign && npmHasInstalled(root) && (await runtimeAnswers(root))) {
		writeFileSync(stampPath(root), `${lock}\n`);
		return;
	}
	rmSync(stampPath(root), { force: true });
	say("Installing (once, about 20 s) …");
	const { command, first, env } = npmCommand(root);
	const options = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
	const shell = command === "npm" && process.platform === "win32";
	const { code, output } = await runQuietly(command, [...first, ...options], { cwd: root, env, shell });
	if (code !== 0) {
		if (output) process.stderr.write(`${firstLines(output)}\n`);
		throw new SetupError("npm ci failed, see above. Nothing was recorded: the next run tries again.");
	}
	if (!(await runtimeAnswers(root))) {
		throw new SetupError(
			'npm ci brought no working runtime: the install script of the package "node" must be allowed to run (is ignore-scripts set?).',
		);
	}
	writeFileSync(stampPath(root), `${lock}\n`);
}
