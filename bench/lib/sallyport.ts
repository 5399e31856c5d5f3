/** Sallyport as a scenario runs it: of any checkout, with a folder for what it keeps. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashSync } from "@node-rs/argon2";
import { freePort } from "../../scripts/lib/free-port.ts";
import { startDurablePostgres } from "./durable-postgres.ts";
import { runProgram, startServer, temporaryFolder } from "./processes.ts";

const LIMIT = 15 * 60_000;
const DRAIN_LIMIT = 60_000;

/** Of the admin, and of the people of every scenario. */
export const PASSWORD = "brass otter lantern quill";
export const SECRET = "a secret of this benchmark, long enough to be one";
/** The defaults of the service. */
export const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** For scenarios in which hashing is not what is measured: settings, and the same for hashes that are imported. */
export const cheapHashing = { SALLYPORT_HASH_MEMORY: "64", SALLYPORT_HASH_PASSES: "1" };
export const cheapArgon2id = { memoryCost: 64, timeCost: 1, parallelism: 1 };
/** Where no login is measured beside others: on a busy machine a hash may take seconds. */
export const patient = { SALLYPORT_HASH_DEADLINE: "30s" };

export const thisCheckout = join(import.meta.dirname, "../..");

type Settings = Record<string, string>;

/** Its database is `bench.db` in the folder unless the settings name another one. */
export function deploymentIn(
	folder: string,
	{ settings = {}, checkout = thisCheckout }: { settings?: Settings; checkout?: string } = {},
) {
	const program = join(checkout, "packages/server/bin/sallyport.mjs");
	writeFileSync(join(folder, "password"), PASSWORD, { mode: 0o600 });
	const shared = {
		PATH: process.env.PATH,
		// Its own, so that the first start is a cold one.
		NODE_COMPILE_CACHE: join(folder, "compiled"),
		SALLYPORT_DATABASE_URL: `sqlite:${join(folder, "bench.db")}`,
		SALLYPORT_ADMIN_PASSWORD_FILE: join(folder, "password"),
		SALLYPORT_HASH_THREADS: "2",
		// A few users log in far more often here than people do.
		SALLYPORT_ACCOUNT_LOGINS: "100000",
		// Clients say where they seem to be, as a reverse proxy would.
		SALLYPORT_TRUSTED_PROXIES: "127.0.0.1/32",
	};
	/** `own`: settings of this command alone. */
	const run = (words: readonly string[], input = "", own: Settings = {}) => {
		const environment = { ...shared, ...patient, ...settings, ...own };
		return runProgram(process.execPath, [program, ...words], { folder, environment, input, limit: LIMIT });
	};
	return {
		run,
		async start(nodeOptions: readonly string[] = []) {
			const operations = String(await freePort());
			const environment = (port: number) => ({
				...shared,
				SALLYPORT_BASE_URL: `http://localhost:${port}`,
				SALLYPORT_OPERATIONS_PORT: operations,
				SALLYPORT_PORT: String(port),
				...settings,
			});
			const words = [...nodeOptions, program, "serve"];
			return await startServer({ words, folder, environment, patience: DRAIN_LIMIT });
		},
		/** One process for all. */
		async addUsers(users: readonly object[]): Promise<void> {
			await run(["user", "import", "-"], users.map((user) => `${JSON.stringify(user)}\n`).join(""));
		},
	};
}

/** A deployment with an empty database: a file, or a PostgreSQL of its own. `place`: that file, or the URL. */
export async function deployOn(
	ends: AsyncDisposableStack,
	{ postgres, settings }: { postgres: boolean; settings: Settings },
) {
	const folder = ends.use(temporaryFolder());
	if (!postgres)
		return { deployment: deploymentIn(folder.path, { settings }), place: join(folder.path, "bench.db") };
	const cluster = await startDurablePostgres();
	ends.defer(cluster.stop);
	const place = cluster.url("sallyport");
	const own = { SALLYPORT_DATABASE_URL: place, SALLYPORT_SECRET: SECRET };
	return { deployment: deploymentIn(folder.path, { settings: { ...settings, ...own } }), place };
}

/** As an import takes them, all with one hash. */
export function withPassword(usernames: readonly string[], parameters = argon2id) {
	const passwordHash = hashSync(PASSWORD, parameters);
	return usernames.map((username) => ({ username, passwordHash }));
}
