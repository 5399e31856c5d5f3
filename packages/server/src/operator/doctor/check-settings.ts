/** What needs neither database nor network: settings, folder, runtime, memory. */
import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { type Check, failed, mebibytes, ok, warning } from "../../operations/examination/check.ts";
import { type Config, ConfigError, loadConfigFromEnvironment } from "../../platform/config/config.ts";
import { exposedOperations } from "../../platform/config/dangers.ts";
import { descriptorLimit, RESERVED_DESCRIPTORS } from "../../platform/lib/descriptor-limit.ts";
import { isLoopback } from "../../platform/lib/is-loopback.ts";
import { inspectMachine } from "../capacity/machine.ts";

/** Loads the settings; null with mistakes, which are one line each. */
export function* checkSettings(): Generator<Check, Config | null> {
	try {
		const dangers: string[] = [];
		const config = loadConfigFromEnvironment((danger) => dangers.push(danger));
		for (const danger of dangers)
			yield failed("settings", danger, "The service does not start until this is repaired.");
		const doubts = [...doubtsOf(config)];
		yield* doubts;
		if (dangers.length + doubts.length === 0) yield ok("settings", `base URL ${config.baseUrl}`);
		return config;
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		for (const mistake of error.mistakes) yield failed("settings", mistake, null);
		return null;
	}
}

function* doubtsOf(config: Config): Generator<Check> {
	const { baseUrl, trustedProxies } = config;
	const { protocol, hostname } = new URL(baseUrl);
	if (protocol === "http:" && !isLoopback(hostname)) {
		const fact = `${baseUrl} is plain http: passwords and cookies travel in the clear`;
		const advice = "Put a reverse proxy with TLS in front and make SALLYPORT_BASE_URL https.";
		yield warning("settings", fact, advice);
	}
	const exposed = exposedOperations(config);
	if (exposed !== null && config.metricsToken === null) {
		const advice =
			"Set SALLYPORT_METRICS_TOKEN, or let a firewall or network policy admit only your monitoring.";
		yield warning("settings", exposed, advice);
	}
	const wholeInternet = trustedProxies.filter((range) => range.endsWith("/0"));
	if (wholeInternet.length > 0) {
		const fact = `SALLYPORT_TRUSTED_PROXIES trusts every address (${wholeInternet.join(", ")}): each client can claim any address`;
		yield warning("settings", fact, "Name the addresses of the proxies only.");
	}
}

/**
 * Whether files can be made beside a SQLite database: its log, at a first start itself and its secret. Asks the system,
 * and makes none.
 */
export function checkFolder(file: string): Check {
	let folder = dirname(file);
	while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
	try {
		accessSync(folder, constants.W_OK | constants.X_OK);
		return ok("folder", `this user may write to ${folder}`);
	} catch (error) {
		const fact = `this user cannot write to ${folder} (${(error as NodeJS.ErrnoException).code})`;
		const advice =
			"Run doctor as the service's user. If it already is, make that user the owner of the folder, on a writable disk.";
		return failed("folder", fact, advice);
	}
}

/** Checks the runtime, the memory for hashing, and the open-file limit for connections. */
export function* checkRuntime({ hashThreads, hashMemory, connections }: Config): Generator<Check> {
	const { node } = process.versions;
	if (Number.parseInt(node, 10) >= 24) yield ok("node", `Node ${node}`);
	else yield failed("node", `Node ${node} is too old`, "Run it with Node 24 or later.");
	const { memory } = inspectMachine();
	const ceiling = hashThreads * hashMemory * 1024;
	const fact = `hashing takes at most ${mebibytes(ceiling)} of ${mebibytes(memory)}: ${hashThreads} threads`;
	const advice = "Set SALLYPORT_HASH_THREADS lower, or give the machine more memory.";
	yield ceiling > memory / 2 ? warning("memory", fact, advice) : ok("memory", fact);
	yield* checkConnections(connections, descriptorLimit());
}

/** The limit of this process; a service manager may set another one. */
export function* checkConnections(connections: number, descriptors: number | null): Generator<Check> {
	if (descriptors === null) return;
	const fact = `${connections} connections, with ${descriptors} open files allowed here`;
	const advice =
		"Raise the limit (LimitNOFILE, ulimit -n), or lower SALLYPORT_CONNECTIONS: the service takes fewer.";
	const fits = connections + RESERVED_DESCRIPTORS <= descriptors;
	yield fits ? ok("connections", fact) : warning("connections", fact, advice);
}
