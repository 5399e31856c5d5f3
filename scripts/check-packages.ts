/**
 * Checks the packages that others install, as they get them: packed, then installed and used in a folder of its own. Needs the
 * npm registry. One line per check, details only on failure.
 *
 *   node scripts/setup.mjs scripts/check-packages.ts
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ADMIN_PASSWORD, startTestService } from "../packages/server/test/support/service.ts";
import { misfits, packageNames } from "./check-packages/contents.ts";
import { checkImage } from "./check-packages/image.ts";
import { npm, type Ran, run } from "./check-packages/npm.ts";
import { checkServer } from "./check-packages/server.ts";

const root = join(import.meta.dirname, "..");
/** Beside the one that runs this: the oldest that the packages promise to run on, and the next. */
const OTHER_NODES = ["20.20.2", "26.10.0"];
const NODE_TYPES = "@types/node@20.19.25";
const ATTW = "@arethetypeswrong/cli@0.18.5";
const work = mkdtempSync(join(tmpdir(), "sallyport-packages-"));
const folder = (name: string, manifest: object = {}) => {
	const path = join(work, name);
	mkdirSync(path);
	writeFileSync(join(path, "package.json"), JSON.stringify({ private: true, type: "module", ...manifest }));
	return path;
};

function report(name: string, { ok, all }: Pick<Ran, "ok" | "all">): void {
	process.stdout.write(`${ok ? "ok    " : "failed"}  ${name}${ok ? "" : `\n${all}`}\n`);
	if (!ok) process.exitCode = 1;
}

/** The path of the tarball, or null. */
async function pack(name: string): Promise<string | null> {
	const packed = await npm(join(root, "packages", name), "pack", "--json", "--pack-destination", work);
	if (!packed.ok) {
		report(`packages/${name}: can be packed`, packed);
		return null;
	}
	const [tarball] = JSON.parse(packed.out) as Array<{ filename: string; files: Array<{ path: string }> }>;
	const paths = tarball?.files.map(({ path }) => path) ?? [];
	const all = misfits(name, paths).join("\n");
	report(`packages/${name}: has what belongs into it, and nothing else`, { ok: all === "", all });
	return join(work, tarball?.filename ?? "");
}

async function examine(name: string, tarball: string, attw: string): Promise<void> {
	const publint = join(root, "node_modules/publint/src/cli.js");
	report(
		`@sallyport/${name}: publint`,
		await run(process.execPath, [publint, "run", tarball, "--strict"], root),
	);
	const types = await run(process.execPath, [attw, tarball, "--profile", "esm-only"], work);
	report(`@sallyport/${name}: are the types wrong?`, types);
}

/** Resolves to the program, compiled as a user of the package does it: with their own compiler, in their own folder. */
async function compile(consumer: string): Promise<string> {
	cpSync(join(root, "scripts/check-packages/consumer.ts"), join(consumer, "consumer.ts"));
	const tsc = join(root, "node_modules/typescript/bin/tsc");
	const strict = ["--strict", "--exactOptionalPropertyTypes", "--target", "es2022"];
	const ways: Record<string, string[]> = {
		bundler: [
			"--module",
			"esnext",
			"--moduleResolution",
			"bundler",
			"--lib",
			"es2022,dom",
			"--types",
			"",
			"--noEmit",
		],
		nodenext: ["--module", "nodenext", "--lib", "es2022,dom", "--types", ""],
		"nodenext and the types of Node alone": [
			"--module",
			"nodenext",
			"--lib",
			"es2022",
			"--types",
			"node",
			"--noEmit",
		],
	};
	for (const [name, way] of Object.entries(ways)) {
		const compiled = await run(process.execPath, [tsc, "consumer.ts", ...strict, ...way], consumer);
		report(`both: type-check in a project with module resolution ${name}`, compiled);
	}
	return join(consumer, "consumer.js");
}

/** Another release of Node, from the package that the set-up would take for this machine. */
async function nodeOf(release: string): Promise<string> {
	const runtime = join(root, "runtime", `${process.platform}-${process.arch}`, "package.json");
	const { dependencies } = JSON.parse(readFileSync(runtime, "utf8")) as { dependencies: object };
	const [name = ""] = Object.keys(dependencies);
	const at = folder(`node-${release}`);
	const installed = await npm(at, "install", `${name}@${release}`);
	if (!installed.ok) throw new Error(installed.all);
	return join(at, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
}

async function check(): Promise<void> {
	const tools = folder("tools");
	const tooling = npm(tools, "install", ATTW);
	const nodes = Promise.all(OTHER_NODES.map(nodeOf));
	// What it rejects with is thrown where it is needed: unheard until then, it would end the process, and leave the folder.
	nodes.catch(() => {});
	const tarballs: string[] = [];
	for (const name of packageNames) {
		const tarball = await pack(name);
		if (tarball === null) return;
		tarballs.push(tarball);
	}
	const [client = "", verify = "", conform = "", server = ""] = tarballs;
	const tooled = await tooling;
	if (!tooled.ok) report(`${ATTW} can be installed`, tooled);
	const attw = join(tools, "node_modules/@arethetypeswrong/cli/dist/index.js");
	await examine("client", client, attw);
	await examine("verify", verify, attw);

	const consumer = folder("consumer");
	const installed = await npm(consumer, "install", client, verify, conform, NODE_TYPES);
	report("client, verify, conform: can be installed", installed);
	const program = await compile(consumer);
	const service = await startTestService();
	const all = [process.execPath, ...(await nodes)];
	const outside = join(consumer, "node_modules/@sallyport/conform/dist/main.js");
	try {
		await service.addUser("ada");
		for (const node of all) {
			const { out } = await run(node, ["--version"], consumer);
			const ran = await run(node, [program, service.baseUrl, "ada", ADMIN_PASSWORD], consumer);
			report(`both: work on Node ${out.trim()}`, ran);
			const checked = await run(node, [outside, service.baseUrl], consumer);
			report(`@sallyport/conform: checks a service on Node ${out.trim()}`, checked);
		}
	} finally {
		await service.stop();
	}
	// Beside each other: each waits for its service or for npm most of the time.
	await Promise.all([
		checkServer(server, { folder: join(work, "operator"), nodes: all, report }),
		checkImage(work, report),
	]);
}

try {
	await check();
} finally {
	rmSync(work, { recursive: true, force: true });
}
