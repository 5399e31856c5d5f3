import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { getCompileCacheDir } from "node:module";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../platform/config/config.ts";
import type { ServiceOrder, ServiceReport } from "./throw-away-service.ts";

export interface ThrowAwayService {
	/** On 127.0.0.1. */
	port: number;
	/** Of its one user who can log in. */
	username: string;
	password: string;
	/** Bytes that it holds in memory now. */
	resident(): Promise<number>;
	/** Resolves when it is gone, and its folder with it. */
	stop(): Promise<void>;
}

/**
 * A service in a process of its own, so that asking and answering do not share one core where there are two. It has the
 * given settings, but nothing of the deployment: no database, secret, address or file. Rejects when it cannot start.
 */
export async function startThrowAwayService(config: Config): Promise<ThrowAwayService> {
	const child = fork(fileURLToPath(new URL("./throw-away-service.ts", import.meta.url)), {
		execArgv: [],
		serialization: "advanced",
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	// Not "close": after a disconnect from this side it never comes.
	const gone = once(child, "exit");
	gone.catch(() => {}); // what could not be started is told by the first report
	const stop = async (): Promise<void> => {
		if (child.connected) child.disconnect();
		await gone;
	};
	try {
		const compiled = getCompileCacheDir();
		const order: ServiceOrder = {
			config: onItsOwn(config),
			temporary: tmpdir(),
			compileCache: compiled === undefined ? null : dirname(compiled),
		};
		child.send(order);
		const { port, username, password } = await nextReport(child, "ready");
		const resident = async (): Promise<number> => {
			child.send("resident");
			return (await nextReport(child, "resident")).bytes;
		};
		return { port, username, password, resident, stop };
	} catch (error) {
		await stop().catch(() => {});
		throw error;
	}
}

/** Hashing is measured elsewhere; here it costs nothing, so that its memory is not counted twice. */
function onItsOwn(config: Config): Config {
	return {
		...config,
		baseUrl: "http://localhost",
		host: "127.0.0.1",
		port: 0,
		operationsPort: 0,
		secret: null,
		secretFile: null,
		adminPasswordFile: null,
		trustedProxies: [],
		hashMemory: 8 * config.hashParallelism,
		hashPasses: 1,
		stopTimeout: 0,
	};
}

async function nextReport<Kind extends ServiceReport["kind"]>(
	child: ChildProcess,
	kind: Kind,
): Promise<Extract<ServiceReport, { kind: Kind }>> {
	const ended = new AbortController();
	const died = once(child, "exit", { signal: ended.signal }).then(() => {
		throw new Error("The service that was to be measured ended too soon.");
	});
	died.catch(() => {});
	try {
		const [report] = (await Promise.race([once(child, "message", { signal: ended.signal }), died])) as [
			ServiceReport,
		];
		if (report.kind === "failed")
			throw new Error(`The service to be measured did not start: ${report.message}`);
		if (report.kind !== kind) throw new Error("The service that was to be measured answered out of turn.");
		return report as Extract<ServiceReport, { kind: Kind }>;
	} finally {
		ended.abort();
	}
}
