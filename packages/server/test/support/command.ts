/** `sallyport …` as a person or a script runs it: as a process of its own, or in one that runs many. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Order, Outcome } from "./command-host.ts";

export const program = fileURLToPath(new URL("../../bin/sallyport.mjs", import.meta.url));

export interface Ran {
	code: number | null;
	out: string;
	err: string;
	/** The one JSON document on standard output; throws when there is another. */
	json(): Record<string, unknown>;
}

interface Circumstances {
	input?: string;
	more?: Record<string, string>;
	cwd?: string;
}

export type Run = (words: string, circumstances?: Circumstances) => Promise<Ran>;

const argvOf = (words: string) => words.split(" ").filter((word) => word !== "");
const ran = (outcome: Omit<Ran, "json">): Ran => ({
	...outcome,
	json: () => JSON.parse(outcome.out) as Record<string, unknown>,
});

/** Runs commands with these settings and nothing else of the environment. */
export function createRunner(settings: Record<string, string>, command = [process.execPath, program]): Run {
	const [file = "", ...args] = command;
	return async (words, { input = "", more = {}, cwd = tmpdir() } = {}) => {
		const { PATH = "" } = process.env;
		const env = { PATH, ...settings, ...more };
		const child = spawn(file, [...args, ...argvOf(words)], { cwd, env });
		child.stdin.on("error", () => {});
		child.stdin.end(input);
		const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
		return ran({ code: child.exitCode, out, err });
	};
}

const hostProgram = fileURLToPath(new URL("./command-host.ts", import.meta.url));
const idleHosts: ChildProcess[] = [];

/** For tests of what a command does: loading the program takes longer than that, so one process runs many, one at a time. */
export function createHostedRunner(settings: Record<string, string>): Run {
	return async (words, { input = "", more = {}, cwd = tmpdir() } = {}) => {
		const { PATH = "" } = process.env;
		const host = idleHosts.pop() ?? fork(hostProgram, { execArgv: ["--v8-pool-size=1"] });
		const order: Order = { argv: argvOf(words), env: { PATH, ...settings, ...more }, cwd, input };
		host.ref();
		host.channel?.ref();
		const outcome = await new Promise<Outcome>((resolve, reject) => {
			host.once("message", resolve);
			host.once("error", reject);
			host.once("exit", (code, signal) => {
				reject(new Error(`The process of sallyport ${words} ended with ${code ?? signal}.`));
			});
			host.send(order);
		}).finally(() => {
			for (const event of ["message", "error", "exit"]) host.removeAllListeners(event);
		});
		// An idle one does not keep the process from ending, and ends with it.
		host.unref();
		host.channel?.unref();
		idleHosts.push(host);
		return ran(outcome);
	};
}
