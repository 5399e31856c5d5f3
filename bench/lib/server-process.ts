import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../scripts/lib/free-port.ts";
import { atEnd } from "./at-end.ts";
import { environmentOf, program as ownProgram } from "./sallyport.ts";

/** Of /proc/PID/stat, the same on every Linux that Node runs on. */
const MS_PER_TICK = 10;

export interface ServerProcess {
	baseUrl: string;
	port: number;
	pid: number;
	/** Of all threads: processor time since the start in milliseconds, resident memory in MB. Linux only. */
	usage(): { processor: number; resident: number };
	end(): Promise<void>;
}

export interface ServerOptions {
	/** SALLYPORT_* settings beside those of environmentOf. */
	settings?: Record<string, string>;
	/** Options of Node for the process. */
	execArgv?: string[];
	/** That of another checkout. */
	program?: string;
}

/** Resolves when the server says that it is ready; rejects with what it printed if it ends before. */
export async function startServer(
	folder: string,
	{ settings = {}, execArgv = [], program = ownProgram }: ServerOptions = {},
): Promise<ServerProcess> {
	const [port, operationsPort] = [await freePort(), await freePort()];
	const baseUrl = `http://localhost:${port}`;
	// A file, not a pipe: whoever reads a pipe slowly would slow the server down, and reading takes a processor.
	const logFile = join(folder, "log");
	const log = openSync(logFile, "a");
	const child = spawn(process.execPath, [...execArgv, program, "serve", "--json"], {
		cwd: folder,
		env: {
			...environmentOf(folder),
			SALLYPORT_BASE_URL: baseUrl,
			SALLYPORT_OPERATIONS_PORT: String(operationsPort),
			...settings,
		},
		stdio: ["ignore", "pipe", log],
	});
	closeSync(log);
	const callOff = atEnd(() => child.kill("SIGKILL"));
	const ended = once(child, "close").finally(callOff);
	const early = ended.then(() =>
		Promise.reject(new Error(`The server ended: ${readFileSync(logFile, "utf8")}`)),
	);
	early.catch(() => {});
	const { pid, stdout } = child;
	if (pid === undefined || stdout === null) throw await early;
	await Promise.race([once(stdout, "data"), early]);
	return {
		baseUrl,
		port,
		pid,
		usage() {
			const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
			const [, user = 0, system = 0] =
				/ (?:\S+ ){11}(\d+) (\d+) /.exec(stat.slice(stat.lastIndexOf(")")))?.map(Number) ?? [];
			const status = readFileSync(`/proc/${pid}/status`, "utf8");
			const resident = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
			return { processor: (user + system) * MS_PER_TICK, resident };
		},
		async end() {
			child.kill("SIGTERM");
			await ended;
		},
	};
}
