/** Sallyport as a scenario runs it: a deployment in a temporary folder. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashSync } from "@node-rs/argon2";
import { freePort } from "../../scripts/lib/free-port.ts";
import { type Program, type RunningServer, runProgram, startServer, temporaryFolder } from "./processes.ts";

const LIMIT = 15 * 60_000;
const DRAIN_LIMIT = 60_000;

/** Of the admin, and of the people of every scenario. */
export const PASSWORD = "brass otter lantern quill";
export const SECRET = "a secret of this benchmark, long enough to be one";
/** The defaults of the service. */
export const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

type Settings = Record<string, string>;

/** A folder for one deployment. */
export function deploymentFolder(): ReturnType<typeof temporaryFolder> {
	const folder = temporaryFolder();
	writeFileSync(join(folder.path, "password"), PASSWORD, { mode: 0o600 });
	return folder;
}

const environmentOf = (folder: string) => ({
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
});

/** Where no login is measured beside others: on a busy machine a hash may take seconds. */
export const patient = { SALLYPORT_HASH_DEADLINE: "30s" };

const program = join(import.meta.dirname, "../../packages/server/bin/sallyport.mjs");

export async function startSallyport(
	folder: string,
	options: { settings?: Settings; nodeOptions?: readonly string[]; port?: number } = {},
): Promise<RunningServer> {
	const { settings = {}, nodeOptions = [], port = await freePort() } = options;
	const operations = String(await freePort());
	return startServer({
		words: [...nodeOptions, program, "serve"],
		folder,
		port,
		patience: DRAIN_LIMIT,
		environment: () => ({
			...environmentOf(folder),
			SALLYPORT_BASE_URL: `http://localhost:${port}`,
			SALLYPORT_OPERATIONS_PORT: operations,
			SALLYPORT_PORT: String(port),
			...settings,
		}),
	});
}

/** Runs a command on the database of a folder. */
export function runSallyport(
	folder: string,
	words: readonly string[],
	{ settings = {}, ...more }: Pick<Program, "input" | "look"> & { settings?: Settings } = {},
): Promise<string> {
	const environment = { ...environmentOf(folder), ...patient, ...settings };
	return runProgram(process.execPath, [program, ...words], { folder, environment, limit: LIMIT, ...more });
}

/** One process for all, by importing hashes. */
export async function addPeople(
	folder: string,
	usernames: readonly string[],
	{ settings = {}, parameters = argon2id, password = PASSWORD } = {},
): Promise<void> {
	const passwordHash = hashSync(password, parameters);
	const lines = usernames.map((username) => `${JSON.stringify({ username, passwordHash })}\n`);
	await runSallyport(folder, ["user", "import", "-"], { input: lines.join(""), settings });
}
