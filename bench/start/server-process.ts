import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../scripts/lib/free-port.ts";

const program = fileURLToPath(new URL("../../packages/server/bin/sallyport.mjs", import.meta.url));
/** Of /proc/PID/stat, the same on every Linux that Node runs on. */
const MS_PER_TICK = 10;

export interface ServerProcess {
	baseUrl: string;
	/** Of all threads: processor time since the start in milliseconds, resident memory in MB. Linux only. */
	usage(): { processor: number; resident: number };
	end(): Promise<void>;
}

/** Resolves when the server says that it is ready; rejects with what it printed if it ends before. */
export async function startServer(folder: string): Promise<ServerProcess> {
	const [port, operationsPort] = [await freePort(), await freePort()];
	const baseUrl = `http://localhost:${port}`;
	const child = spawn(process.execPath, [program, "serve", "--json"], {
		cwd: folder,
		env: {
			PATH: process.env.PATH,
			// Its own, so that the first start is a cold one.
			NODE_COMPILE_CACHE: join(folder, "compiled"),
			SALLYPORT_BASE_URL: baseUrl,
			SALLYPORT_OPERATIONS_PORT: String(operationsPort),
			SALLYPORT_DATABASE_URL: `sqlite:${join(folder, "bench.db")}`,
			SALLYPORT_ADMIN_PASSWORD_FILE: join(folder, "password"),
			SALLYPORT_HASH_THREADS: "2",
		},
		stdio: ["ignore", "pipe", "pipe"],
	});
	let log = "";
	child.stderr.setEncoding("utf8").on("data", (part: string) => {
		log += part;
	});
	const ended = once(child, "close");
	const early = ended.then(() => Promise.reject(new Error(`The server ended: ${log}`)));
	early.catch(() => {});
	await Promise.race([once(child.stdout, "data"), early]);
	return {
		baseUrl,
		usage() {
			const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
			const [, user = 0, system = 0] =
				/ (?:\S+ ){11}(\d+) (\d+) /.exec(stat.slice(stat.lastIndexOf(")")))?.map(Number) ?? [];
			const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
			const resident = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
			return { processor: (user + system) * MS_PER_TICK, resident };
		},
		async end() {
			child.kill("SIGTERM");
			await ended;
		},
	};
}
