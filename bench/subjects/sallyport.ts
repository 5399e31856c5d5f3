import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { hashSync } from "@node-rs/argon2";
import pg from "pg";
import { startPostgres } from "../../packages/server/test/support/postgres-cluster.ts";
import { createConnection } from "../lib/connection.ts";
import { runSallyport } from "../lib/sallyport.ts";
import { startServer } from "../lib/server-process.ts";
import { protocolOf } from "./protocols.ts";
import { admin, type Deployment, people, type RunningServer, type Subject } from "./subject.ts";

/** The defaults of the service. */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const shared = { protocol: "sallyport", hashing: "argon2id 19 MiB, @node-rs/argon2" } as const;

export const sallyportOnSqlite: Subject = {
	...shared,
	name: "sallyport-sqlite",
	title: "Sallyport, SQLite",
	configured: "Defaults, but for the logins of a user per minute; its throttle is on.",
	prepare: (folder) => deploy(folder, {}, async () => {}),
};

export const sallyportOnPostgres: Subject = {
	...shared,
	name: "sallyport-postgres",
	title: "Sallyport, PostgreSQL",
	configured:
		"Defaults, but for the logins of a user per minute; its throttle is on. PostgreSQL 18 on the same machine, durable commits (fsync, synchronous_commit on), 16 MB of shared buffers; its own processor time and memory are not counted.",
	async prepare(folder) {
		const cluster = await startPostgres();
		const url = cluster.url("sallyport");
		const settings = {
			SALLYPORT_DATABASE_URL: url,
			SALLYPORT_SECRET: randomBytes(48).toString("base64"),
		};
		try {
			await makeDurable(cluster.url("postgres"), ["create database sallyport"]);
			return await deploy(folder, settings, cluster.stop);
		} catch (error) {
			await cluster.stop();
			throw error;
		}
	},
};

async function deploy(
	folder: string,
	ofDatabase: Record<string, string>,
	close: () => Promise<void>,
): Promise<Deployment> {
	writeFileSync(join(folder, "password"), admin.password, { mode: 0o600 });
	const settings = {
		...ofDatabase,
		SALLYPORT_HASH_THREADS: String(availableParallelism()),
		// The flood says where each of its requests seems to come from, as a reverse proxy would.
		SALLYPORT_TRUSTED_PROXIES: "127.0.0.1/32",
	};
	// One process for all of them.
	const lines = people.map(({ username, password }) =>
		JSON.stringify({ username, passwordHash: hashSync(password, argon2id) }),
	);
	writeFileSync(join(folder, "people.jsonl"), `${lines.join("\n")}\n`);
	await runSallyport(folder, ["user", "import", "people.jsonl"], { settings });
	const start = () => startServer(folder, { settings });
	await logInOnce(start);
	const manifest = readFileSync(new URL("../../packages/server/package.json", import.meta.url), "utf8");
	const { version } = JSON.parse(manifest) as { version: string };
	return { version, start, close };
}

/** A foreign hash becomes one of the service's own at the first login, which is not what is measured. */
async function logInOnce(start: () => Promise<RunningServer>): Promise<void> {
	const server = await start();
	const connection = createConnection(server.port);
	const protocol = protocolOf("sallyport");
	try {
		const shown = await protocol.begin(connection);
		for (const person of people)
			protocol.credential(await connection.send(protocol.login(person, "token", shown)), "token");
	} finally {
		connection.close();
		await server.end();
	}
}

/** The cluster of the tests trades safety for speed; here it must keep what it has acknowledged. */
async function makeDurable(url: string, statements: string[]): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		for (const setting of ["fsync", "synchronous_commit", "full_page_writes", "autovacuum"])
			await client.query(`alter system set ${setting} = on`);
		await client.query("select pg_reload_conf()");
		for (const statement of statements) await client.query(statement);
	} finally {
		await client.end();
	}
}
