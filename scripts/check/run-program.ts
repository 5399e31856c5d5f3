import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** Runs a JavaScript program on this runtime. Resolves to what it printed when it failed, to nothing when it did not. */
export async function runProgram(script: string, args: readonly string[], cwd: string): Promise<string[]> {
	const child = spawn(process.execPath, [script, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
	const ended = new Promise<number | null>((resolve, reject) => {
		child.once("error", reject);
		child.once("close", resolve);
	});
	const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
	return code === 0 ? [] : [`${out}${err}`.trimEnd() || `${script} ended with code ${code}`];
}
