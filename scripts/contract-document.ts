import { createApp } from "../packages/server/src/app.ts";
import { createPasswordHasher } from "../packages/server/src/identity/password/hash.ts";
import { openDeployment } from "../packages/server/src/open-deployment.ts";
import type { Config } from "../packages/server/src/platform/config/config.ts";
import { systemClock } from "../packages/server/src/platform/lib/clock.ts";
import { systemRandom } from "../packages/server/src/platform/lib/random.ts";

/** The contract as the running service would print it, from a service on an empty database in memory. */
export async function contractDocument(config: Config): Promise<object> {
	const silent = { info() {}, warn() {}, error() {} };
	const deployment = await openDeployment({
		// With all that it can answer.
		config: { ...config, databaseUrl: "sqlite::memory:", oidc: "on" },
		clock: systemClock,
		random: systemRandom,
		log: silent,
	});
	const hasher = createPasswordHasher({
		threads: 1,
		parameters: { memory: 32, passes: 1, parallelism: 1 },
		queueLimit: 1,
		deadline: 1000,
	});
	try {
		const { app, document } = await createApp(deployment, { hasher }, silent);
		const printed = document();
		await app.close();
		return printed;
	} finally {
		await hasher.close();
		await deployment.close();
	}
}
