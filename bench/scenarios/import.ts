/** How long `sallyport user import` takes, on each database, and how much memory. Linux only. */
import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { startPostgres } from "../../packages/server/test/support/postgres-cluster.ts";
import { memoryOf } from "../lib/processor.ts";
import { deploymentFolder, runSallyport, SECRET } from "../lib/sallyport.ts";
import { alignedTable } from "../lib/table.ts";
import { defineScenario } from "../scenario.ts";

const base64 = (bytes: number) => randomBytes(bytes).toString("base64").replaceAll("=", "");
const hex = (bytes: number) => randomBytes(bytes).toString("hex");

/** Of no password, in the spellings that large systems have. */
const hashes = [
	() => `$2b$12$${base64(39).replaceAll("+", ".").slice(0, 52)}.`,
	() => `pbkdf2_sha256$600000$${hex(11)}$${randomBytes(32).toString("base64")}`,
	() => `$argon2id$v=19$m=65536,t=3,p=4$${base64(16)}$${base64(32)}`,
	() => `scrypt:32768:8:1$${hex(8)}$${hex(64)}`,
];

function* linesOf(users: number) {
	for (let user = 0; user < users; user += 1) {
		const passwordHash = hashes[user % hashes.length]?.();
		yield `${JSON.stringify({ username: `user-${user}@example.com`, displayName: `User ${user}`, passwordHash })}\n`;
	}
}

/** An import of so many users, and the same once more, on each database: a table. Rejects when a user is refused. */
export async function measureImport(users: number): Promise<string> {
	using folder = deploymentFolder();
	const file = join(folder.path, "users.jsonl");
	await pipeline(Readable.from(linesOf(users)), createWriteStream(file));
	const cluster = await startPostgres();
	const rows: string[][] = [];
	try {
		const postgres = { SALLYPORT_DATABASE_URL: cluster.url("postgres"), SALLYPORT_SECRET: SECRET };
		for (const [database, settings] of Object.entries({ SQLite: {}, PostgreSQL: postgres })) {
			for (const [what, ...more] of [["import"], ["again, all skipped", "--on-conflict", "skip"]]) {
				let most = 0;
				const look = (pid: number) => {
					// Without memory it has ended.
					most = Math.max(most, memoryOf(pid).peak || 0);
				};
				const began = performance.now();
				await runSallyport(folder.path, ["user", "import", file, ...more], { settings, look });
				const seconds = (performance.now() - began) / 1000;
				rows.push([database, what ?? "", seconds.toFixed(1), (users / seconds).toFixed(0), most.toFixed(0)]);
			}
		}
	} finally {
		await cluster.stop();
	}
	return alignedTable([[`${users} users`, "", "seconds", "users a second", "most resident, MB"], ...rows]);
}

export const scenario = defineScenario({ users: 100_000 }, ({ users }) => measureImport(users));
