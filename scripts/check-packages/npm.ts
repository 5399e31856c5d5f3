import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

export interface Ran {
	ok: boolean;
	/** Standard output alone. */
	out: string;
	/** Everything that it printed. */
	all: string;
}

/** Runs a program to its end; a failure of the program does not reject. */
export async function run(program: string, args: readonly string[], cwd: string): Promise<Ran> {
	const shell = process.platform === "win32";
	const child = spawn(program, args, { cwd, shell, stdio: ["ignore", "pipe", "pipe"] });
	const ended = new Promise<number | null>((resolve, reject) => {
		child.once("error", reject);
		child.once("close", resolve);
	});
	const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
	return { ok: code === 0, out, all: `${out}${err}`.trim() };
}

const OPTIONS = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/** In the folder itself, also when npm has started us and wants everything in the checkout. */
export const npm = (folder: string, ...args: string[]): Promise<Ran> =>
	run("npm", ["--prefix", folder, ...OPTIONS, ...args], folder);
