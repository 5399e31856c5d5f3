import { loadConfigFromEnvironment } from "../config.ts";
import { systemClock } from "../lib/clock.ts";
import { systemRandom } from "../lib/random.ts";
import type { Command } from "./command.ts";
import { explainListening } from "./explain-listening.ts";
import { greeting } from "./greeting.ts";
import { createLog } from "./log.ts";
import { parseOptions } from "./parse-options.ts";

export const serve: Command = {
	summary: "Start the service.",
	usage: `sallyport serve

Starts the service. Settings come from SALLYPORT_* variables: docs/configuration.md. Stop it with Ctrl-C.

  --json   say that the service is ready as one JSON document; the log goes to standard error`,
	async run(argv) {
		const { options } = parseOptions(argv, { json: { type: "boolean" } }, []);
		const config = loadConfigFromEnvironment();
		// Only this command needs the HTTP server; the others start twice as fast without it.
		const { startService } = await import("../start-service.ts");
		const service = await startService({
			config,
			clock: systemClock,
			random: systemRandom,
			log: createLog(config.logLevel, options.json ? 2 : 1),
		}).catch((error: unknown) => {
			throw explainListening(error, config);
		});
		const { setupLink, adminMade } = service;
		const ready = { baseUrl: config.baseUrl, setupLink, adminMade };
		console.log(options.json ? JSON.stringify(ready) : greeting(config, service));
		await untilStopped();
		await service.stop();
		return 0;
	},
};

/** The first signal asks for an orderly stop; a second one ends the process at once. */
function untilStopped(): Promise<void> {
	return new Promise((resolve) => {
		let asked = false;
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
			process.on(signal, () => {
				if (asked) process.exit(1);
				asked = true;
				resolve();
			});
		}
	});
}
