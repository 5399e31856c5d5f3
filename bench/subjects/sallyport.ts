import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { startDurablePostgres } from "../lib/durable-postgres.ts";
import { growPostgres, growSqlite } from "../lib/growing.ts";
import { deploymentIn, SECRET, thisCheckout, withPassword } from "../lib/sallyport.ts";
import { createConnection } from "../load/connection.ts";
import { protocols } from "./protocols.ts";
import { type Deployment, people, type Subject } from "./subject.ts";

const shared = { protocol: "sallyport", hashing: "argon2id 19 MiB, @node-rs/argon2" } as const;
const configured = "Defaults, but for the logins of a user per minute; its throttle is on.";

/** Sallyport of a checkout of this repository that has been built, on both databases. */
function sallyportOf(checkout: string, name: string, title: string): [sqlite: Subject, postgres: Subject] {
	const onSqlite: Subject = {
		...{ ...shared, name: `${name}-sqlite`, title: `${title}, SQLite`, configured },
		async prepare(folder) {
			const grow = (sessions: number) => growSqlite(join(folder, "bench.db"), sessions);
			return { ...(await deploy(checkout, folder, {})), grow };
		},
	};
	const onPostgres: Subject = {
		...{ ...shared, name: `${name}-postgres`, title: `${title}, PostgreSQL` },
		configured: `${configured} PostgreSQL 18 on the same machine, durable commits (fsync, synchronous_commit on), 16 MB of shared buffers; its own processor time and memory are not counted.`,
		async prepare(folder) {
			const cluster = await startDurablePostgres();
			try {
				const url = cluster.url("sallyport");
				const settings = { SALLYPORT_DATABASE_URL: url, SALLYPORT_SECRET: SECRET };
				const grow = (sessions: number) => growPostgres(url, sessions);
				return { ...(await deploy(checkout, folder, settings)), grow, close: cluster.stop };
			} catch (error) {
				await cluster.stop();
				throw error;
			}
		},
	};
	return [onSqlite, onPostgres];
}

export const [sallyportOnSqlite, sallyportOnPostgres] = sallyportOf(thisCheckout, "sallyport", "Sallyport");

/** Another commit, to be compared in turns: a folder, such as one of `git worktree`, in which `npm run build` was run. */
export const sallyportBefore = (folder: string): Subject[] =>
	sallyportOf(resolve(folder), "before", "Before");

async function deploy(checkout: string, folder: string, ofDatabase: Record<string, string>) {
	const settings = { ...ofDatabase, SALLYPORT_HASH_THREADS: String(availableParallelism()) };
	const { addUsers, start } = deploymentIn(folder, { settings, checkout });
	await addUsers(withPassword(people.map(({ username }) => username)));
	// An imported hash becomes one of the service's own at the first login, which is not what is measured.
	{
		await using server = await start();
		using connection = createConnection(server.port);
		const { begin, login, credential } = protocols.sallyport;
		const shown = await begin(connection);
		for (const person of people) credential(await connection.send(login(person, "token", shown)), "token");
	}
	const manifest = readFileSync(join(checkout, "packages/server/package.json"), "utf8");
	const { version } = JSON.parse(manifest) as { version: string };
	return { version, start } satisfies Deployment;
}
