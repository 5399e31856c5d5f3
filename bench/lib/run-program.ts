import { spawn } from "node:child_process";
import { once } from "node:events";
import { atEnd } from "./at-end.ts";

const OUTPUT_KEPT = 20_000;

export class ProgramError extends Error {
	readonly output: string;
	constructor(message: string, output: string) {
		super(message);
		this.name = "ProgramError";
		this.output = output;
	}
}

/**
 * Runs a program with all that it starts to its end, at most `limit` milliseconds. Resolves to the end of what it printed;
 * rejects with a ProgramError.
 */
export async function runProgram(
	command: string,
	words: readonly string[],
	{ folder, limit, environment = {} }: { folder: string; limit: number; environment?: NodeJS.ProcessEnv },
): Promise<string> {
	const child = spawn(command, words, {
		cwd: folder,
		env: { ...process.env, ...environment },
		stdio: ["ignore", "pipe", "pipe"],
		// A group of its own, so that compilers end with the npm that has started them.
		detached: true,
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr])
		stream.on("data", (part: Buffer) => {
			output = (output + String(part)).slice(-OUTPUT_KEPT);
		});
	const kill = () => {
		try {
			if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
		} catch {
			// It has ended meanwhile.
		}
	};
	const callOff = atEnd(kill);
	let isLate = false;
	const patience = setTimeout(() => {
		isLate = true;
		kill();
	}, limit);
	try {
		const [code] = await once(child, "close");
		if (isLate) throw new ProgramError(`did not end within ${Math.round(limit / 1000)} s`, output);
		if (code !== 0) throw new ProgramError(`ended with code ${code}`, output);
		return output;
	} finally {
		clearTimeout(patience);
		callOff();
	}
}
