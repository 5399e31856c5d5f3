/** `sallyport …` as a process of its own, as a person or a script runs it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

export const program = fileURLToPath(new URL("../bin/sallyport.mjs", import.meta.url));

export interface Ran {
	code: number | null;
	out: string;
	err: string;
	/** The one JSON document on standard output; throws when there is another. */
	json(): Record<string, unknown>;
}

/** Runs commands with these settings and nothing else of the environment. */
export function createRunner(settings: Record<string, string>) {
	return async function run(
		words: string,
		{
			input = "",
			more = {},
			cwd = tmpdir(),
		}: { input?: string; more?: Record<string, string>; cwd?: string } = {},
	): Promise<Ran> {
		const { PATH = "" } = process.env;
		const child = spawn(process.execPath, [program, ...words.split(" ").filter((word) => word !== "")], {
			cwd,
			env: { PATH, ...settings, ...more },
		});
		child.stdin.on("error", () => {});
		child.stdin.end(input);
		const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
		return { code: child.exitCode, out, err, json: () => JSON.parse(out) as Record<string, unknown> };
	};
}

export type Run = ReturnType<typeof createRunner>;
