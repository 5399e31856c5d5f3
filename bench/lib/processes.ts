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
export function atEnd(act: () => void): () => void {
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
	/** A free one unless given. */
	port?: number;
	/** Milliseconds to end by itself; some do not while requests are under way. */
	patience: number;
}

/** Runs a server with Node. Resolves when it accepts connections on 127.0.0.1, or rejects with the end of its output. */
export async function startServer(program: ServerProgram) {
	const { words, folder, environment, port = await freePort(), patience } = program;
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
	/** Everything so far. */
	const printed = () => readFileSync(logFile, "utf8");
	const deadline = performance.now() + START_LIMIT;
	while (!(await isOpen(port))) {
		if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline) {
			child.kill("SIGKILL");
			throw new Error(`It did not start: ${failureIn(printed())}`);
		}
		await rest(LOOK_EVERY);
	}
	/** Resolves to the exit code; null: a signal ended it. */
	async function end(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
		child.kill(signal);
		const timer = setTimeout(() => child.kill("SIGKILL"), patience);
		await ended;
		clearTimeout(timer);
		return child.exitCode;
	}
	return { pid: child.pid ?? 0, port, printed, end, [Symbol.asyncDispose]: async () => void (await end()) };
}

const execute = promisify(execFile);

export interface Program {
	folder: string;
	environment?: NodeJS.ProcessEnv;
	input?: string;
	/** Milliseconds. */
	limit: number;
	/** Called every 20 ms while it runs. */
	look?: ((pid: number) => void) | undefined;
}

/** Runs a program to its end. Resolves to its output; rejects with the end of it. */
export async function runProgram(command: string, words: readonly string[], given: Program): Promise<string> {
	const { folder: cwd, environment: env = process.env, input = "", limit: timeout, look } = given;
	const run = execute(command, words, { cwd, env, timeout, killSignal: "SIGKILL", maxBuffer: 1e8 });
	const cancel = atEnd(() => run.child.kill("SIGKILL"));
	run.child.stdin?.on("error", () => {});
	run.child.stdin?.end(input);
	const looking = setInterval(() => look?.(run.child.pid ?? 0), 20);
	try {
		return (await run).stdout;
	} catch (error) {
		const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string };
		throw new Error(`ended with code ${String(code)}: ${failureIn(`${stdout}\n${stderr}`)}`);
	} finally {
		clearInterval(looking);
		cancel();
	}
}
