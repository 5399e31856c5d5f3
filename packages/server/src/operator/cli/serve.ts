import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { loadConfigFromEnvironment } from "../../platform/config/config.ts";
import { type Clock, systemClock } from "../../platform/lib/clock.ts";
import { systemRandom } from "../../platform/lib/random.ts";
import { type Command, parseOptions } from "./define-command.ts";
import { explainListening } from "./explain-listening.ts";
import { greeting } from "./greeting.ts";
import { createLog } from "./log.ts";

export const serve: Command = {
	summary: "Start the service.",
	usage: `sallyport serve

Starts the service. Settings come from SALLYPORT_* variables: docs/configuration.md. Stop it with Ctrl-C.

  --json   say that the service is ready as one JSON document; the log goes to standard error`,
	async run(argv) {
		const { options } = parseOptions(argv, { json: { type: "boolean" } }, []);
		// V8 guesses from the first requests which objects live long, and where it is wrong, a check costs 40 % more.
		setFlagsFromString("--no-allocation-site-pretenuring");
		const config = loadConfigFromEnvironment();
		const log = createLog(config.logLevel, options.json ? 2 : 1);
		// The process ends as it would without this; only the log is told.
		process.on("uncaughtExceptionMonitor", (err) => log.error({ event: "sys_crash", err }, "crashed"));
		// From now on, not from the greeting on: whoever reads it may stop the service in the same moment.
		const stopRequested = onStopRequest(systemClock);
		// Only this command needs the HTTP server; the others start twice as fast without it.
		const { startService } = await import("../../start-service.ts");
		const service = await startService({
			config,
			clock: systemClock,
			random: systemRandom,
			log,
		}).catch((error: unknown) => {
			throw explainListening(error, config);
		});
		const { setupLink, adminMade } = service;
		const ready = { baseUrl: config.baseUrl, setupLink, adminMade };
		console.log(options.json ? JSON.stringify(ready) : greeting(config, service));
		// A service may end without notice: the next start shall find compiled code all the same.
		setTimeout(flushCompileCache, 1000).unref();
		const replaced = await Promise.race([stopRequested, service.replaced]);
		await service.stop();
		if (replaced !== undefined) throw replaced;
		return 0;
	},
};

/** The same wish may arrive several times, from the terminal, npm and a process manager; milliseconds. */
const SAME_WISH = 1000;

/** The first signal asks for an orderly stop; a later one ends the process at once. */
function onStopRequest(clock: Clock): Promise<void> {
	return new Promise((resolve) => {
		let askedAt: number | null = null;
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
			process.on(signal, () => {
				askedAt ??= clock();
				if (clock() - askedAt > SAME_WISH) process.exit(1);
				resolve();
			});
		}
	});
}
