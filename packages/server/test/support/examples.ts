/** Programs of examples/, started as their README says, on ports of the test. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { eventually } from "./interleave.ts";
import { isOpen } from "./serve-process.ts";

export const examples = fileURLToPath(new URL("../../../../examples/", import.meta.url));

export interface Started {
	port: number;
	/** Everything printed so far. */
	printed(): string;
	stop(): Promise<void>;
}

/** Resolves once a program listens on that port; rejects with what was printed if the program ends before. */
export async function startProgram(
	file: string,
	args: string[],
	{ port, env = {}, cwd = examples }: { port: number; env?: Record<string, string>; cwd?: string },
): Promise<Started> {
	const { HOME = "" } = process.env;
	const child = spawn(file, args, { cwd, env: { PATH: searchPath, HOME, ...env } });
	let printed = "";
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding("utf8").on("data", (chunk: string) => {
			printed += chunk;
		});
	const ended = once(child, "close");
	ended.catch(() => {});
	await once(child, "spawn");
	await eventually(async () => {
		if (hasEnded(child)) throw new Error(`${file} ended before it listened on ${port}: ${printed}`);
		return isOpen(port);
	});
	return {
		port,
		printed: () => printed,
		async stop() {
			if (!hasEnded(child)) child.kill("SIGTERM");
			await ended;
		},
	};
}

/** An example written in TypeScript. */
export function startExample(path: string, port: number, env: Record<string, string> = {}): Promise<Started> {
	return startProgram(process.execPath, [path], { port, env: { PORT: String(port), ...env } });
}

/** Whether a program is on this machine. */
export function isInstalled(program: string): boolean {
	const env = { PATH: searchPath };
	return spawnSync("sh", ["-c", `command -v ${program}`], { env }).status === 0;
}

/** Debian puts servers where only root looks. */
export const searchPath = `${process.env.PATH}:/usr/local/sbin:/usr/sbin:/sbin`;

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
	return exitCode !== null || signalCode !== null;
}
