/** A program of its own: a service on a temporary database. Both go when its parent disconnects, however that ended. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfigFromEnvironment } from "../../platform/config/config.ts";
import { systemClock as clock } from "../../platform/lib/clock.ts";
import { systemRandom as random, randomSecret } from "../../platform/lib/random.ts";
import { startService } from "../../start-service.ts";

/** Sent once. Any message from the parent is answered with the bytes of resident memory. */
export type FirstReport = { port: number; username: string; password: string } | { failure: string };

const report = (message: FirstReport | number) => process.send?.(message, undefined, undefined, () => {});

async function serve(): Promise<void> {
	const gone = Promise.withResolvers<void>();
	for (const event of ["disconnect", "SIGINT", "SIGTERM", "SIGHUP"]) process.on(event, () => gone.resolve());
	await using opened = new AsyncDisposableStack();
	const folder = mkdtempSync(join(tmpdir(), "sallyport-capacity-"));
	opened.defer(() => rmSync(folder, { recursive: true, force: true }));
	const given = loadConfigFromEnvironment(() => {});
	const { deployment, hasher, address, stop } = await startService({
		// Nothing of the deployment. Hashes cost nothing here: they are measured elsewhere.
		config: {
			...given,
			databaseUrl: `sqlite:${join(folder, "capacity.db")}`,
			baseUrl: "http://localhost",
			host: "127.0.0.1",
			port: 0,
			operationsHost: "127.0.0.1",
			operationsPort: 0,
			secret: null,
			secretFile: null,
			adminPasswordFile: null,
			trustedProxies: [],
			hashMemory: 8 * given.hashParallelism,
			hashPasses: 1,
			stopTimeout: 0,
			// A fast machine checks more often than one connection may ask.
			connectionRequests: 1_000_000,
		},
		clock,
		random,
		log: { info: () => {}, warn: () => {}, error: () => {} },
	});
	opened.defer(stop);
	const { users } = deployment.administration;
	const [username, password] = ["capacity", randomSecret(random)];
	await users.add({ name: username, role: "user", passwordHash: await hasher.hash(password) });
	process.on("message", () => report(process.memoryUsage.rss()));
	report({ port: address.port, username, password });
	await gone.promise;
}

try {
	await serve();
} catch (error) {
	report({ failure: error instanceof Error ? error.message : String(error) });
}
if (process.connected) process.disconnect();
