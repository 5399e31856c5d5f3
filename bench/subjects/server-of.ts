import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { freePort } from "../../scripts/lib/free-port.ts";
import { atEnd } from "../lib/at-end.ts";
import type { RunningServer } from "./subject.ts";

/** Milliseconds. */
const LOOK_EVERY = 5;
const START_LIMIT = 60_000;
const END_LIMIT = 3000;
const LOG_SHOWN = 600;

/**
 * Runs a program of Node that listens on the PORT of its environment. Resolves when it accepts connections, rejects with the
 * end of what it printed if it does not.
 */
export async function serverOf(
	program: readonly string[],
	{ folder, environment }: { folder: string; environment: Record<string, string> },
): Promise<RunningServer> {
	const port = await freePort();
	const logFile = join(folder, "log");
	const log = openSync(logFile, "a");
	const child = spawn(process.execPath, program, {
		cwd: folder,
		env: { PATH: process.env.PATH, NODE_ENV: "production", ...environment, PORT: String(port) },
		stdio: ["ignore", log, log],
	});
	closeSync(log);
	const callOff = atEnd(() => child.kill("SIGKILL"));
	const ended = once(child, "exit").finally(callOff);
	ended.catch(() => {});
	const deadline = performance.now() + START_LIMIT;
	while (!(await accepts(port))) {
		if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline) {
			child.kill("SIGKILL");
			throw new Error(`It did not start: ${readFileSync(logFile, "utf8").slice(-LOG_SHOWN).trim()}`);
		}
		await rest(LOOK_EVERY);
	}
	return { pid: child.pid ?? 0, port, end: () => end(child, ended) };
}

function accepts(port: number): Promise<boolean> {
	const socket = connect(port, "127.0.0.1");
	return new Promise((resolve) => {
		socket.once("connect", () => resolve(true));
		socket.once("error", () => resolve(false));
	}).finally(() => socket.destroy()) as Promise<boolean>;
}

/** Some do not stop while requests are under way. */
async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
	child.kill("SIGTERM");
	const patience = setTimeout(() => child.kill("SIGKILL"), END_LIMIT);
	await ended;
	clearTimeout(patience);
}
