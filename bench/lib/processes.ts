/** Programs and folders of a scenario. None outlives this process, however it ends. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { promisify } from "node:util";
import { isOpen } from "../../packages/server/test/support/serve-process.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { failureIn } from "./problem.ts";

/** Milliseconds. */
const LOOK_EVERY = 5;
const START_LIMIT = 60_000;

let watching = false;

/** Runs `act` when this process ends, also by a signal. Returns how to cancel it. */
function atEnd(act: () => void): () => void {
	if (!watching) {
		watching = true;
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
			process.on(signal, () => process.exit(128 + constants.signals[signal]));
	}
	process.on("exit", act);
	return () => void process.off("exit", act);
}

/** Removed when it goes out of scope. */
export function temporaryFolder(): Disposable & { path: string } {
	const path = mkdtempSync(join(tmpdir(), "sallyport-bench-"));
	const remove = () => rmSync(path, { recursive: true, force: true });
	const cancel = atEnd(remove);
	return {
		path,
		[Symbol.dispose]() {
			cancel();
			remove();
		},
	};
}

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

interface ServerProgram {
	/** Options of Node, a file, and its arguments. */
	words: readonly string[];
	folder: string;
	environment(port: number): Record<string, string | undefined>;
	/** Milliseconds to end by itself; some do not while requests are under way. */
	patience: number;
}

/** Runs a server with Node. Resolves when it accepts connections on 127.0.0.1, or rejects with the end of its output. */
export async function startServer(program: ServerProgram) {
	const { words, folder, environment, patience } = program;
	const port = await freePort();
	const logFile = join(folder, `log-${port}`);
	// A file: a pipe that is read slowly slows the server down, and reading takes a processor.
	const log = openSync(logFile, "a");
	const stdio = ["ignore", log, log] as const;
	const env = { PATH: process.env.PATH, ...environment(port) };
	const child = spawn(process.execPath, words, { cwd: folder, env, stdio: [...stdio] });
	closeSync(log);
	const cancel = atEnd(() => child.kill("SIGKILL"));
	const ended = once(child, "exit").finally(cancel);
	ended.catch(() => {});
	const deadline = performance.now() + START_LIMIT;
	while (!(await isOpen(port))) {
		if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline) {
			child.kill("SIGKILL");
			throw new Error(`It did not start: ${failureIn(readFileSync(logFile, "utf8"))}`);
		}
		await rest(LOOK_EVERY);
	}
	async function end(): Promise<void> {
		child.kill("SIGTERM");
		const timer = setTimeout(() => child.kill("SIGKILL"), patience);
		await ended;
		clearTimeout(timer);
	}
	return { pid: child.pid ?? 0, port, end, [Symbol.asyncDispose]: end };
}

const execute = promisify(execFile);

interface Program {
	folder: string;
	environment?: NodeJS.ProcessEnv;
	input?: string;
	/** Milliseconds. */
	limit: number;
}

/** Runs a program to its end. Resolves to its output; rejects with the end of it. */
export async function runProgram(command: string, words: readonly string[], given: Program): Promise<string> {
	const { folder: cwd, environment: env = process.env, input = "", limit: timeout } = given;
	const run = execute(command, words, { cwd, env, timeout, killSignal: "SIGKILL", maxBuffer: 1e8 });
	const cancel = atEnd(() => run.child.kill("SIGKILL"));
	run.child.stdin?.on("error", () => {});
	run.child.stdin?.end(input);
	try {
		return (await run).stdout;
	} catch (error) {
		const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string };
		throw new Error(`ended with code ${String(code)}: ${failureIn(`${stdout}\n${stderr}`)}`);
	} finally {
		cancel();
	}
}
