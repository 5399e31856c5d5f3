/** How long `sallyport serve` takes from nothing to the first login, and what it keeps of the memory while it rests. */
import { setTimeout as rest } from "node:timers/promises";
import { everRan, memoryOf } from "../lib/processor.ts";
import { deploymentFolder, PASSWORD, patient, startSallyport } from "../lib/sallyport.ts";
import { showSpread } from "../lib/statistics.ts";
import { alignedTable } from "../lib/table.ts";
import { createConnection } from "../load/connection.ts";
import { defineScenario } from "../scenario.ts";
import { demandStatus, protocols } from "../subjects/protocols.ts";

const MORE_LOGINS = 20;
/** Milliseconds. */
const IDLE = 3000;
const rows = [
	"first login answered, ms",
	"processor time until then, ms",
	"resident when idle, MB",
	`resident after ${MORE_LOGINS} logins, MB`,
] as const;

/** One start, on what the folder holds of earlier ones: a figure for each row. Rejects if a login is refused. */
async function measureStart(folder: string, idle: number): Promise<number[]> {
	const began = performance.now();
	await using server = await startSallyport(folder, { settings: patient });
	using connection = createConnection(server.port);
	const { begin, login } = protocols.sallyport;
	const logIn = async () => {
		const person = { username: "admin", password: PASSWORD };
		demandStatus(await connection.send(login(person, "token", await begin(connection))));
	};
	await logIn();
	const [loggedIn, processor] = [performance.now() - began, 1000 * everRan(server.pid)];
	await rest(idle);
	const atRest = memoryOf(server.pid).resident;
	for (let logins = 0; logins < MORE_LOGINS; logins += 1) await logIn();
	return [loggedIn, processor, atRest, memoryOf(server.pid).resident];
}

/** Cold: nothing compiled, no database. Warm: the same folder again. `idle` in milliseconds. */
export async function measureStarts(runs: number, idle = IDLE): Promise<string> {
	const [cold, warm]: [number[][], number[][]] = [[], []];
	for (let run = 0; run < runs; run += 1) {
		using folder = deploymentFolder();
		for (const each of [cold, warm]) each.push(await measureStart(folder.path, idle));
	}
	const cell = (starts: number[][], row: number) =>
		showSpread(starts.map((figures) => Math.round(figures[row] ?? 0)));
	const table = rows.map((name, row) => [name, cell(cold, row), cell(warm, row)]);
	return alignedTable([[`median of ${runs} (least–most)`, "cold", "warm"], ...table]);
}

export const scenario = defineScenario({}, (_values, [runs = "5"]) => measureStarts(Number(runs)));
