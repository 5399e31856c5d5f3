import type { AddressInfo } from "node:net";
import type { Server } from "node:http";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import pino from "pino";
import { createApp } from "../app.ts";
import { type Config, loadConfigFromEnvironment } from "../config.ts";
import { openDeployment } from "../deployment/open-deployment.ts";
import { createOperations } from "../health/operations.ts";
import { systemClock } from "../lib/clock.ts";
import { systemRandom } from "../lib/random.ts";
import { createPasswordHasher } from "../password/hash.ts";
import { prepareFirstStart } from "../setup/first-start.ts";
import { createUserAdministration } from "../user/administer-users.ts";
import type { Command } from "./commands.ts";
import { greeting } from "./greeting.ts";

export const serve: Command = {
	summary: "Start the service.",
	usage: "sallyport serve\n\nStarts the service. Settings come from SALLYPORT_* variables: docs/configuration.md. Stop it with Ctrl-C.",
	async run(argv) {
		parseArgs({ args: argv, options: { json: { type: "boolean" } } });
		const config = loadConfigFromEnvironment();
		const log = pino({ level: config.logLevel, timestamp: pino.stdTimeFunctions.isoTime, base: null, messageKey: "message" });
		const service = await startService(config, log);
		console.log(greeting(config, service));
		await untilStopped();
		await service.stop();
		return 0;
	},
};

export interface RunningService {
	address: AddressInfo;
	setupLink: string | null;
	adminMade: boolean;
	memoryCeiling: number;
	stop(): Promise<void>;
}

export async function startService(config: Config, log: pino.Logger): Promise<RunningService> {
	const deployment = await openDeployment({ config, clock: systemClock, random: systemRandom, log });
	const hasher = createPasswordHasher({
		threads: config.hashThreads,
		parameters: { memory: config.hashMemory, passes: config.hashPasses, parallelism: config.hashParallelism },
		queueLimit: config.hashQueue,
		deadline: config.hashDeadline,
	});
	const { app, maintenance, demandGoodPassword } = await createApp(deployment, hasher, log);
	const { clock, random, setupLinks, audit, opened } = deployment;
	const { database } = opened;
	const first = await prepareFirstStart({
		database,
		clock,
		setupLinks,
		users: createUserAdministration({ database, transact: audit.transact, clock, random, setupLinks }),
		hash: hasher.hash,
		demandGoodPassword,
		adminUsername: config.adminUsername,
		adminPasswordFile: config.adminPasswordFile,
	});
	const operations = createOperations(async () => {
		await sql`select 1`.execute(database);
	});
	await listen(operations, config.operationsPort, "127.0.0.1");
	const url = new URL(config.baseUrl);
	const port = config.port ?? Number(url.port || (url.protocol === "https:" ? 443 : 80));
	await app.listen({ host: config.host, port });
	maintenance.start();
	await audit.record({ event: "sys_startup" });

	return {
		...first,
		address: app.server.address() as AddressInfo,
		memoryCeiling: hasher.memoryCeiling,
		async stop() {
			operations.close();
			operations.closeAllConnections();
			const impatient = setTimeout(() => app.server.closeAllConnections(), config.stopTimeout);
			await app.close();
			clearTimeout(impatient);
			await maintenance.stop();
			await hasher.close();
			await audit.record({ event: "sys_shutdown" });
			await deployment.close();
		},
	};
}

function listen(server: Server, port: number, host: string): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, () => resolve());
	});
}

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
