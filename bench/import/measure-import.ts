import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setInterval } from "node:timers/promises";
import { startPostgres } from "../../packages/server/test/support/postgres-cluster.ts";
import { environmentOf, program } from "../lib/sallyport.ts";
import { temporaryFolder } from "../lib/temporary-folder.ts";
import { makeFile } from "./make-file.ts";

export interface ImportFigures {
	database: string;
	what: string;
	/** Whole process, its start included. */
	seconds: number;
	/** Most resident memory, MB. */
	resident: number;
}

const SECRET = "a secret of this benchmark, long enough to be one";

/** An import of so many users, and the same once more, on each database. Rejects when one of them is refused. */
export async function measureImport(users: number): Promise<ImportFigures[]> {
	using folder = temporaryFolder();
	const file = join(folder.path, "users.jsonl");
	await makeFile(file, users);
	const cluster = await startPostgres();
	try {
		const figures: ImportFigures[] = [];
		for (const [database, settings] of Object.entries({
			SQLite: {},
			PostgreSQL: { SALLYPORT_DATABASE_URL: cluster.url("postgres"), SALLYPORT_SECRET: SECRET },
		})) {
			const run = (...words: string[]) => runImport(folder.path, words, settings);
			figures.push({ database, what: "import", ...(await run(file)) });
			const again = await run(file, "--on-conflict", "skip");
			figures.push({ database, what: "again, all skipped", ...again });
		}
		return figures;
	} finally {
		await cluster.stop();
	}
}

async function runImport(folder: string, words: string[], settings: Record<string, string>) {
	const began = performance.now();
	const child = spawn(process.execPath, [program, "user", "import", ...words], {
		cwd: folder,
		env: { ...environmentOf(folder), ...settings },
		stdio: ["ignore", "pipe", "pipe"],
	});
	const watching = new AbortController();
	const resident = watchResident(child.pid ?? 0, watching.signal);
	const [[code], out, problem] = await Promise.all([
		once(child, "close"),
		text(child.stdout),
		text(child.stderr),
	]);
	const seconds = (performance.now() - began) / 1000;
	watching.abort();
	if (code !== 0) throw new Error(`The import failed: ${out}${problem}`);
	return { seconds, resident: await resident };
}

/** The most that the process had resident at once, in MB. */
async function watchResident(pid: number, signal: AbortSignal): Promise<number> {
	let most = 0;
	try {
		for await (const _ of setInterval(20, null, { signal })) {
			const status = readFileSync(`/proc/${pid}/status`, "utf8");
			most = Math.max(most, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
		}
	} catch {
		// It has ended.
	}
	return most;
}
