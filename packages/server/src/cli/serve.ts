import { parseArgs } from "node:util";
import { loadConfigFromEnvironment } from "../config.ts";
import { systemClock } from "../lib/clock.ts";
import { systemRandom } from "../lib/random.ts";
import { startService } from "../start-service.ts";
import type { Command } from "./commands.ts";
import { greeting } from "./greeting.ts";
import { createLog } from "./log.ts";

export const serve: Command = {
	summary: "Start the service.",
	usage:
		"sallyport serve\n\nStarts the service. Settings come from SALLYPORT_* variables: docs/configuration.md. Stop it with Ctrl-C.",
	async run(argv) {
		parseArgs({ args: argv, options: { json: { type: "boolean" } } });
		const config = loadConfigFromEnvironment();
		const service = await startService({
			config,
			clock: systemClock,
			random: systemRandom,
			log: createLog(config.logLevel),
		});
		console.log(greeting(config, service));
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
