import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "../../packages/server/test/support/postgres-cluster.ts";
import { addPeople, SECRET, startSallyport } from "../lib/sallyport.ts";
import { createConnection } from "../load/connection.ts";
import { protocols } from "./protocols.ts";
import { admin, type Deployment, people, type Subject } from "./subject.ts";

const shared = { protocol: "sallyport", hashing: "argon2id 19 MiB, @node-rs/argon2" } as const;
const configured = "Defaults, but for the logins of a user per minute; its throttle is on.";

export const sallyportOnSqlite: Subject = {
	...shared,
	name: "sallyport-sqlite",
	title: "Sallyport, SQLite",
	configured,
	prepare: (folder) => deploy(folder, {}),
};

export const sallyportOnPostgres: Subject = {
	...shared,
	name: "sallyport-postgres",
	title: "Sallyport, PostgreSQL",
	configured: `${configured} PostgreSQL 18 on the same machine, durable commits (fsync, synchronous_commit on), 16 MB of shared buffers; its own processor time and memory are not counted.`,
	async prepare(folder) {
		const cluster = await startPostgres();
		try {
			// The cluster of the tests trades safety for speed; here it must keep what it has acknowledged.
			const durable = ["fsync", "synchronous_commit", "full_page_writes", "autovacuum"];
			await runSql(cluster.url("postgres"), [
				...durable.map((setting) => `alter system set ${setting} = on`),
				"select pg_reload_conf()",
				"create database sallyport",
			]);
			const settings = { SALLYPORT_DATABASE_URL: cluster.url("sallyport"), SALLYPORT_SECRET: SECRET };
			return { ...(await deploy(folder, settings)), close: cluster.stop };
		} catch (error) {
			await cluster.stop();
			throw error;
		}
	},
};

async function deploy(folder: string, ofDatabase: Record<string, string>): Promise<Deployment> {
	writeFileSync(join(folder, "password"), admin.password, { mode: 0o600 });
	const settings = { ...ofDatabase, SALLYPORT_HASH_THREADS: String(availableParallelism()) };
	const names = people.map(({ username }) => username);
	await addPeople(folder, names, { settings });
	const start = () => startSallyport(folder, { settings });
	// An imported hash becomes one of the service's own at the first login, which is not what is measured.
	{
		await using server = await start();
		using connection = createConnection(server.port);
		const { begin, login, credential } = protocols.sallyport;
		const shown = await begin(connection);
		for (const person of people) credential(await connection.send(login(person, "token", shown)), "token");
	}
	const manifest = readFileSync(new URL("../../packages/server/package.json", import.meta.url), "utf8");
	const { version } = JSON.parse(manifest) as { version: string };
	return { version, start };
}

/** Resolves to the rows of the last statement. */
export async function runSql<Row extends object>(url: string, statements: readonly string[]): Promise<Row[]> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		let rows: Row[] = [];
		for (const statement of statements) ({ rows } = await client.query<Row>(statement));
		return rows;
	} finally {
		await client.end();
	}
}
