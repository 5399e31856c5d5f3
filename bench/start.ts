/**
 * How long `sallyport serve` takes from nothing to the first login, and what it keeps of the memory when nobody logs in.
 *
 *   node bench/start.ts [runs]
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { medianAndRange } from "./lib/median.ts";
import { startServer } from "./lib/server-process.ts";
import { temporaryFolder } from "./lib/temporary-folder.ts";
import { logIn } from "./start/log-in.ts";

const PASSWORD = "brass otter lantern quill";
const MORE_LOGINS = 20;
/** Milliseconds. */
const IDLE = 3000;

const rows = [
	"ready, ms",
	"health answered, ms",
	"first login answered, ms",
	"processor time until then, ms",
	"resident when idle, MB",
	`resident after ${MORE_LOGINS} logins, MB`,
] as const;
type Figures = Record<(typeof rows)[number], number>;

/** One start, on what the folder holds of earlier ones. Rejects if a login is refused. */
async function measureStart(folder: string, idle: number): Promise<Figures> {
	const began = performance.now();
	const since = () => performance.now() - began;
	const server = await startServer(folder);
	try {
		const ready = since();
		const health = await fetch(`${server.baseUrl}/healthz`);
		if (health.status !== 200) throw new Error(`/healthz answered ${health.status}`);
		const healthy = since();
		await logIn(server.baseUrl, "admin", PASSWORD);
		const loggedIn = since();
		const { processor } = server.usage();
		await rest(idle);
		const atRest = server.usage().resident;
		for (let login = 0; login < MORE_LOGINS; login += 1) await logIn(server.baseUrl, "admin", PASSWORD);
		return {
			"ready, ms": ready,
			"health answered, ms": healthy,
			"first login answered, ms": loggedIn,
			"processor time until then, ms": processor,
			"resident when idle, MB": atRest,
			[`resident after ${MORE_LOGINS} logins, MB` as const]: server.usage().resident,
		} as Figures;
	} finally {
		await server.end();
	}
}

/** Cold: nothing compiled, no database. Warm: the same folder again. `idle` in milliseconds. */
export async function measureStarts({ runs, idle }: { runs: number; idle: number }): Promise<string> {
	const cold: Figures[] = [];
	const warm: Figures[] = [];
	for (let run = 0; run < runs; run += 1) {
		using folder = temporaryFolder();
		writeFileSync(join(folder.path, "password"), PASSWORD, { mode: 0o600 });
		cold.push(await measureStart(folder.path, idle));
		warm.push(await measureStart(folder.path, idle));
	}
	const line = (name: string, ...cells: string[]) =>
		name.padEnd(32) + cells.map((cell) => cell.padEnd(22)).join("");
	const table = rows.map((row) => {
		const cells = [cold, warm].map((starts) => medianAndRange(starts.map((figures) => figures[row])));
		return line(row, ...cells);
	});
	return [line(`median of ${runs} (least–most)`, "cold", "warm"), ...table].join("\n");
}

if (import.meta.main) {
	// The client's own first request costs time that is not the server's.
	await fetch("http://127.0.0.1:9").catch(() => {});
	console.log(await measureStarts({ runs: Number(process.argv[2] ?? 5), idle: IDLE }));
}
