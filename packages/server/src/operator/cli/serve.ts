import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import pino from "pino";
import { loadConfigFromEnvironment, reserveThreads } from "../../platform/config/config.ts";
import { type Clock, systemClock } from "../../platform/lib/clock.ts";
import { documentPath } from "../../platform/lib/package-root.ts";
import { systemRandom } from "../../platform/lib/random.ts";
import { defineCommand } from "./define-command.ts";
import { explainListening } from "./explain-listening.ts";
import { greeting } from "./greeting.ts";

export const serve = defineCommand({
	summary: "Start the service.",
	usage: `sallyport serve

Starts the service. Settings come from SALLYPORT_* variables: ${documentPath("configuration.md")}. Stop it with Ctrl-C.

  --json   report readiness as one JSON document; the log goes to standard error`,
	overHttp: "Start the service on its own machine.",
	async run({ json }) {
		// V8 guesses from the first requests which objects live long; where it is wrong, a check costs 40 % more.
		setFlagsFromString("--no-allocation-site-pretenuring");
		const config = loadConfigFromEnvironment();
		reserveThreads(config.hashThreads);
		const log = createLog(config.logLevel, json ? 2 : 1);
		// A person reads the greeting; what came before it is in the audit log too.
		if (!json && process.stdout.isTTY && config.logLevel === "info") log.level = "warn";
		// Only logs: the process still ends.
		process.on("uncaughtExceptionMonitor", (err) => log.error({ event: "sys_crash", err }, "crashed"));
		// Before the greeting: a script may read it and stop the service at once.
		const stopRequested = onStopRequest(systemClock);
		// Only this command needs the HTTP server; the rest start twice as fast without it.
		const { startService } = await import("../../start-service.ts");
		const surroundings = { config, clock: systemClock, random: systemRandom, log };
		const service = await startService(surroundings).catch((error: unknown) => {
			throw explainListening(error, config);
		});
		const { setupLink, adminMade } = service;
		const ready = { baseUrl: config.baseUrl, setupLink, adminMade };
		console.log(json ? JSON.stringify(ready) : greeting(config, service));
		log.level = config.logLevel;
		// Before the end, which may come without notice: the next start finds compiled code.
		setTimeout(flushCompileCache, 1000).unref();
		const replaced = await Promise.race([stopRequested, service.replaced]);
		if (replaced !== undefined) log.error({ code: replaced.code }, "stopping");
		await service.stop();
		if (replaced !== undefined) throw replaced;
		return null;
	},
});

/** Milliseconds. The terminal, npm and a process manager may each send a signal for the same stop. */
const SAME_STOP = 1000;

/** The first signal requests an orderly stop; a later one ends the process at once. */
function onStopRequest(clock: Clock): Promise<void> {
	return new Promise((resolve) => {
		let askedAt: number | null = null;
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
			process.on(signal, () => {
				askedAt ??= clock();
				if (clock() - askedAt > SAME_STOP) process.exit(1);
				resolve();
			});
		}
	});
}

/** Prints one JSON line for each event. */
function createLog(level: string, fileDescriptor: 1 | 2): pino.Logger {
	return pino(
		{
			level,
			base: null,
			messageKey: "message",
			timestamp: pino.stdTimeFunctions.isoTime,
			formatters: { level: (label) => ({ level: label }) },
		},
		pino.destination({ dest: fileDescriptor, sync: true }),
	);
}
