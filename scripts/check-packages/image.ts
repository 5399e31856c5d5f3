/**
 * The steps of examples/container/Containerfile without a container engine: each stage has a folder as its root, and COPY sees
 * what .dockerignore lets through. What results is looked through and started.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";
import { startServe } from "../../packages/server/test/support/serve-process.ts";
import { freePort } from "../lib/free-port.ts";
import { type Ran, run } from "./npm.ts";

const repository = join(import.meta.dirname, "../..");
/** What an operator may have lying in a checkout, and must never be in an image. */
const LEFTOVERS = [
	"data/sallyport.db",
	"data/sallyport.db.secret",
	"sallyport.db",
	".env",
	"packages/server/data/x.db",
	"packages/server/.env",
	"node_modules/typescript/stolen.js",
	"packages/server/node_modules/left.js",
	"docs/sallyport.db",
	"examples/nginx/.env",
];
/** Of TypeScript only the examples, which are to be copied. */
const UNWANTED =
	/(^|\/)(\.env|data|\.git|src|test)(\/|$)|\.(db|secret|tsx|tgz)$|^(?!\/sallyport\/dist\/examples\/).*(?<!\.d)\.ts$|stolen|left\.js/;

interface Instruction {
	name: string;
	text: string;
}

const containerfile = readFileSync(join(repository, "examples/container/Containerfile"), "utf8");

/** Bases that are no stage of the file and are not named by a digest: their bytes may change. */
function unpinnedBases(): string[] {
	const bases = [...containerfile.matchAll(/^FROM (\S+)(?: AS (\w+))?$/gm)];
	const names = bases.map(([, , name]) => name);
	return bases
		.map(([, base = ""]) => base)
		.filter((base) => !names.includes(base) && !/@sha256:[0-9a-f]{64}$/.test(base));
}

/** The instructions of each stage, by the name of the stage; the last one is "". */
function stages(): Map<string, Instruction[]> {
	const lines = containerfile
		.replaceAll(/^#.*\n/gm, "")
		.replaceAll("\\\n", " ")
		.split("\n")
		.filter(Boolean);
	const found = new Map<string, Instruction[]>();
	let stage: Instruction[] = [];
	for (const line of lines) {
		const [, name = "", rest = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
		if (name !== "FROM") stage.push({ name, text: rest });
		else {
			stage = [];
			found.set(/ AS (\w+)$/.exec(rest)?.[1] ?? "", stage);
		}
	}
	return found;
}

/**
 * Whether `COPY . .` takes a file. The last rule that matches the path or a folder above it decides; but Docker without BuildKit,
 * and podman 4, look into an ignored folder only if a rule names something in it without a wildcard.
 */
function createIgnore(): (path: string) => boolean {
	const rules = readFileSync(join(repository, ".dockerignore"), "utf8")
		.split("\n")
		.filter((line) => line !== "" && !line.startsWith("#"));
	// An engine's * takes names with a leading dot as well, Node's does not.
	const above = (path: string) =>
		path
			.replaceAll(/(?<=^|\/)\./g, "dot-")
			.split("/")
			.map((_, at, all) => all.slice(0, at + 1).join("/"));
	const ignores = (path: string) =>
		rules.reduce((ignored, rule) => {
			const pattern = rule.replace(/^!/, "");
			return above(path).some((each) => matchesGlob(each, pattern)) ? !rule.startsWith("!") : ignored;
		}, false);
	const skips = (path: string) => ignores(path) && !rules.some((rule) => rule.startsWith(`!${path}/`));
	return (path) => ignores(path) || above(path).some(skips);
}

function makeContext(folder: string): void {
	const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
		cwd: repository,
		encoding: "utf8",
	});
	for (const path of tracked.split("\n").filter(Boolean))
		cpSync(join(repository, path), join(folder, path), { recursive: true });
	for (const path of LEFTOVERS) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), "must not be in the image");
	}
}

const filesOf = (folder: string) =>
	readdirSync(folder, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));

export async function checkImage(
	work: string,
	report: (name: string, ran: Pick<Ran, "ok" | "all">) => void,
): Promise<void> {
	const unpinned = unpinnedBases();
	report("image: its base is named by a digest", { ok: unpinned.length === 0, all: unpinned.join("\n") });
	const context = join(work, "context");
	makeContext(context);
	const ignored = createIgnore();
	const rootOf = (stage: string) => join(work, `image-${stage || "final"}`);
	const environment: Record<string, string> = {};
	for (const [stage, instructions] of stages()) {
		const root = rootOf(stage);
		/** Absolute paths are those of the stage. */
		const inside = (text: string) => text.replaceAll(/(?<=^|[\s=:])\/(?=[a-z])/g, `${root}/`);
		let folder = root;
		for (const { name, text } of instructions) {
			if (name === "WORKDIR") folder = inside(text);
			mkdirSync(folder, { recursive: true });
			if (name === "COPY" && text === ". .")
				for (const path of filesOf(context).filter((each) => !ignored(each)))
					cpSync(join(context, path), join(folder, path));
			const [, from = "", source = "", target = ""] = /^--from=(\w+) .*?(\/\S+) (\S+)$/.exec(text) ?? [];
			if (name === "COPY" && from !== "")
				cpSync(join(rootOf(from), source), inside(target), { recursive: true, verbatimSymlinks: true });
			// There is no user "node" here, and this Node is the one of the image.
			const command = `PATH="${dirname(process.execPath)}:$PATH"\n${inside(text).replace("-o node -g node ", "")}`;
			if (name === "RUN") report(`image: ${text.slice(0, 60)}`, await run("sh", ["-ec", command], folder));
			if (name === "ENV")
				for (const [, key = "", value = ""] of text.matchAll(/(\w+)=(\S+)/g))
					environment[key] = inside(value);
		}
	}
	const final = rootOf("");
	const strange = filesOf(final).filter((path) =>
		UNWANTED.test(path.replace(/^opt\/sallyport\/node_modules/, "")),
	);
	report(`image: ${filesOf(final).length} files above Node, none that must not be there`, {
		ok: strange.length === 0,
		all: strange.join("\n"),
	});
	const databaseUrl = environment.SALLYPORT_DATABASE_URL ?? "";
	const program = join(final, "opt/sallyport/node_modules/sallyport/bin/sallyport.mjs");
	const { PATH: _path, ...settings } = environment;
	const port = await freePort();
	const ports: [number, number] = [port, await freePort()];
	const service = await startServe({
		databaseUrl,
		ports,
		command: [process.execPath, program, "serve"],
		settings: { ...settings, SALLYPORT_PORT: String(port), SALLYPORT_HOST: "127.0.0.1" },
	});
	try {
		const ready = await fetch(`http://127.0.0.1:${ports[1]}/readyz`);
		report("image: its service is ready", { ok: ready.ok, all: await ready.text() });
	} finally {
		await service.end("SIGTERM");
	}
}
