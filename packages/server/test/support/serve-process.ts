/** `sallyport serve` as a process of its own, from its greeting to its end. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import type { Readable } from "node:stream";
import { freePort } from "../../../../scripts/lib/free-port.ts";
import { cheap } from "./cheap-hashing.ts";
import { program } from "./command.ts";

export interface ServeProcess {
	baseUrl: string;
	port: number;
	operationsPort: number;
	/** Path of the SQLite file; meaningless for PostgreSQL. */
	databaseFile: string;
	/** As shown at the start; null if none was. */
	setupLink: string | null;
	child: ChildProcessByStdio<null, Readable, Readable>;
	/** Everything printed so far. */
	printed(): string;
	/** Sends a signal; resolves to the exit code, or the name of the signal that ended it. */
	end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
	/** Pulls the plug, of the whole group if it has one of its own. */
	kill(): Promise<unknown>;
	/** Resolves to the same, without sending anything, and only when everything that it started has let go of its output. */
	ended: Promise<number | NodeJS.Signals>;
}

export interface ServeOptions {
	databaseUrl: string;
	/** Free ones unless given: of the service, of its operations. */
	ports?: [number, number];
	/** More SALLYPORT_* settings. */
	settings?: Record<string, string>;
	command?: string[];
	/** A process group of its own, without a terminal. */
	detached?: boolean;
	cwd?: string;
}

/** Resolves once it is ready; rejects with what it printed if it ends before. Nothing else of the environment is seen. */
export async function startServe(options: ServeOptions): Promise<ServeProcess> {
	const { databaseUrl, settings = {}, detached = false, cwd } = options;
	const [file = "", ...args] = options.command ?? [process.execPath, program, "serve"];
	const [port, operationsPort] = options.ports ?? [await freePort(), await freePort()];
	const { PATH = "", HOME = "" } = process.env;
	const wanted: Record<string, string> = {
		SALLYPORT_BASE_URL: `http://localhost:${port}`,
		SALLYPORT_OPERATIONS_PORT: String(operationsPort),
		SALLYPORT_DATABASE_URL: databaseUrl,
		...cheap,
		...settings,
	};
	const child = spawn(file, args, {
		env: { PATH, HOME, ...wanted },
		stdio: ["ignore", "pipe", "pipe"],
		detached,
		...(cwd === undefined ? {} : { cwd }),
	});
	let printed = "";
	const ended = once(child, "close").then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals);
	const ready = new Promise<void>((resolve) => {
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding("utf8").on("data", (chunk: string) => {
				printed += chunk;
				if (printed.includes("Ctrl-C stops it.")) resolve();
			});
		}
	});
	const early = ended.then((how) => Promise.reject(new Error(`It ended (${how}): ${printed}`)));
	early.catch(() => {});
	await Promise.race([ready, early]);
	return {
		baseUrl: wanted.SALLYPORT_BASE_URL ?? "",
		port,
		operationsPort,
		databaseFile: databaseUrl.slice("sqlite:".length),
		setupLink: /^ *(http\S+\/setup#\S+)$/m.exec(printed)?.[1] ?? null,
		child,
		printed: () => printed,
		end(signal) {
			child.kill(signal);
			return ended;
		},
		async kill() {
			if (detached) killGroup(child.pid ?? 0);
			else child.kill("SIGKILL");
			await ended;
		},
		ended,
	};
}

function killGroup(group: number): void {
	try {
		process.kill(-group, "SIGKILL");
	} catch {
		// No process is left.
	}
}

/** Whether a program listens there. */
export async function isOpen(port: number): Promise<boolean> {
	const socket = connect(port, "127.0.0.1");
	try {
		await once(socket, "connect");
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}
