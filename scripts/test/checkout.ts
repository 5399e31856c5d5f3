/** A small checkout in a folder of its own: the set-up, one package to install, and one that brings a Node. Needs no registry. */
import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { TestContext } from "node:test";

const repository = join(import.meta.dirname, "../..");
const machine = `${process.platform}-${process.arch}`;
/** What the set-up needs of the repository. */
const PROGRAM = ["setup.mjs", "lib/hand-over.mjs"].map((file) => `scripts/${file}`);

/** A Node that says in the environment that it is the one that came along. */
const BROUGHT = `#!/bin/sh\nBROUGHT=yes exec "${process.execPath}" "$@"\n`;

/** Prints whether the Node that came along runs it. */
export const ASK = ["-p", "process.env.BROUGHT ?? process.execPath"];

export class Checkout {
	readonly root = mkdtempSync(join(tmpdir(), "sallyport-setup-"));
	readonly runtime = `runtime/${machine}`;
	/** Programs see a cache of their own, no registry, and no settings and no npm of a run around them. */
	private readonly env: Record<string, string>;

	constructor(t: TestContext) {
		t.after(() => rmSync(this.root, { recursive: true, force: true }));
		this.env = { PATH: process.env.PATH ?? "", HOME: this.root, npm_config_offline: "true" };
		for (const file of [...PROGRAM, "packages/server/bin/sallyport.mjs"])
			cpSync(join(repository, file), join(this.root, file));
		this.lock(".", "library", { "index.js": "" });
		this.lock(this.runtime, "brought-node", { "bin/node": BROUGHT });
	}

	path(...parts: string[]): string {
		return join(this.root, ...parts);
	}

	has(path: string): boolean {
		return existsSync(this.path(path));
	}

	read(path: string): string {
		return readFileSync(this.path(path), "utf8");
	}

	write(path: string, content: string): void {
		mkdirSync(dirname(this.path(path)), { recursive: true });
		writeFileSync(this.path(path), content);
	}

	/** Packs a package, whose install script would fail, and makes it the one dependency of the folder, for this kind of machine, with its integrity. */
	lock(folder: string, name: string, files: Record<string, string>, version = "1.0.0"): void {
		const integrity = `sha512-${createHash("sha512")
			.update(this.pack(folder, name, files, version))
			.digest("base64")}`;
		const dependencies = { [name]: `file:${name}.tgz` };
		const bin = files["bin/node"] === undefined ? {} : { bin: { node: "bin/node" } };
		const entry = { version, resolved: `file:${name}.tgz`, integrity, hasInstallScript: true, ...bin };
		const packages = {
			"": { dependencies },
			[`node_modules/${name}`]: { ...entry, os: [process.platform], cpu: [process.arch] },
		};
		this.write(`${folder}/package.json`, JSON.stringify({ private: true, dependencies }));
		this.write(
			`${folder}/package-lock.json`,
			JSON.stringify({ lockfileVersion: 3, requires: true, packages }),
		);
	}

	/** For what has nothing to do with it: npm takes longer than all else together. */
	needNoInstall(): void {
		for (const file of ["package-lock.json", "node_modules/.package-lock.json"])
			this.write(file, '{ "packages": {} }');
	}

	/** The tarball alone; the lock file stays as it is. */
	pack(folder: string, name: string, files: Record<string, string>, version = "1.0.0"): Buffer {
		const draft = this.path("draft");
		const scripts = { install: "exit 1" };
		this.write("draft/package/package.json", JSON.stringify({ name, version, scripts }));
		for (const [path, content] of Object.entries(files)) this.write(`draft/package/${path}`, content);
		execFileSync("chmod", ["-R", "755", draft]);
		mkdirSync(this.path(folder), { recursive: true });
		execFileSync("tar", ["-czf", this.path(folder, `${name}.tgz`), "-C", draft, "package"]);
		rmSync(draft, { recursive: true });
		return readFileSync(this.path(folder, `${name}.tgz`));
	}

	npm(...args: string[]): void {
		execFileSync("npm", args, { cwd: this.root, env: this.env, stdio: "pipe" });
	}

	/** Makes `npm start` run the set-up, and the command under it. */
	startScript(...command: string[]): void {
		const manifest = JSON.parse(this.read("package.json")) as object;
		const start = ["node scripts/setup.mjs", ...command].join(" ");
		this.write("package.json", JSON.stringify({ ...manifest, scripts: { start } }));
	}

	/** What npm runs finds the Node of this process first. */
	npmStart(): ChildProcessByStdio<null, Readable, Readable> {
		const folders = (this.env.PATH ?? "").split(delimiter);
		const npm = folders.map((folder) => join(folder, "npm")).find(existsSync) ?? "npm";
		const env = { ...this.env, PATH: [dirname(process.execPath), ...folders].join(delimiter) };
		return spawn(npm, ["start", "--silent"], { cwd: this.root, env, stdio: ["ignore", "pipe", "pipe"] });
	}

	/** Runs the set-up, or another program, to its end. `as` is the machine that Node then believes to be on. */
	run(args: string[], as: Machine = {}, program = "scripts/setup.mjs", cwd = this.root) {
		const options = { cwd, env: this.env, encoding: "utf8" } as const;
		return spawnSync(process.execPath, [...believing(as), this.path(program), ...args], options);
	}

	/** Starts the set-up in a process group of its own. */
	start(args: string[]): ChildProcessByStdio<null, null, Readable> {
		const options = { cwd: this.root, env: this.env, detached: true };
		const command = [this.path("scripts/setup.mjs"), ...args];
		return spawn(process.execPath, command, { ...options, stdio: ["ignore", "ignore", "pipe"] });
	}
}

export interface Machine {
	node?: string;
	platform?: string;
	arch?: string;
}

/** Options that change what a process knows of its machine, before anything else runs. */
function believing({ node, ...rest }: Machine): string[] {
	const facts = { ...rest, ...(node === undefined ? {} : { versions: { ...process.versions, node } }) };
	const program = `for (const [name, value] of Object.entries(${JSON.stringify(facts)})) Object.defineProperty(process, name, { value });`;
	return Object.keys(facts).length === 0
		? []
		: ["--import", `data:text/javascript,${encodeURIComponent(program)}`];
}
