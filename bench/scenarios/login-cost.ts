/**
 * What a login costs on SQLite besides its hash, which is made cheap: processor time of the main thread, calls of write, bytes
 * written, and bytes for the disk. Linux only.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openGrowing } from "../lib/growing.ts";
import { threadTimes } from "../lib/processor.ts";
import { addPeople, deploymentFolder, PASSWORD, patient, startSallyport } from "../lib/sallyport.ts";
import { median, showNumber } from "../lib/statistics.ts";
import { alignedTable } from "../lib/table.ts";
import { createConnection } from "../load/connection.ts";
import { defineScenario } from "../scenario.ts";
import { modes, protocols } from "../subjects/protocols.ts";

const CONNECTIONS = 4;
const settings = { ...patient, SALLYPORT_HASH_MEMORY: "64", SALLYPORT_HASH_PASSES: "1" };
const parameters = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** So far: seconds of the main thread, and what /proc/PID/io counts. */
function spentBy(pid: number): number[] {
	const io = readFileSync(join("/proc", String(pid), "io"), "utf8");
	const of = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, "m").exec(io)?.[1]);
	const main = threadTimes(pid).get("main")?.ran ?? 0;
	return [main * 1000, of("syscw"), of("wchar") / 1000, of("write_bytes") / 1000];
}

/** Each user logs in in turns on a device unknown until then. Resolves to the costs of one login. */
async function measureRound(pid: number, port: number, mode: (typeof modes)[number], names: string[]) {
	using connection = createConnection(port, CONNECTIONS);
	const { begin, login } = protocols.sallyport;
	const requests = [];
	for (const [at, username] of names.entries()) {
		const shown = { ...(await begin(connection)), "x-forwarded-for": `198.18.${at >> 8}.${at & 255}` };
		requests.push(login({ username, password: PASSWORD }, mode, shown));
	}
	const before = spentBy(pid);
	const rest = requests.values();
	const client = async () => {
		for (const request of rest) {
			const { status, body } = await connection.send(request);
			if (status !== 200) throw new Error(`A login was answered ${status}: ${body}`);
		}
	};
	await Promise.all(Array.from({ length: CONNECTIONS }, client));
	return spentBy(pid).map((spent, index) => (spent - (before[index] ?? 0)) / names.length);
}

export const scenario = defineScenario(
	{ logins: 900, sessions: 60_000, rounds: 5 },
	async ({ logins, sessions, rounds }) => {
		using folder = deploymentFolder();
		// Makes the tables.
		await (await startSallyport(folder.path, { settings })).end();
		await using growing = await openGrowing("sqlite", folder.path);
		await growing.grow(0, sessions);
		const users = Array.from({ length: 300 }, (_, at) => `person-${at}`);
		await addPeople(folder.path, users, { settings, parameters });
		const names = Array.from({ length: logins }, (_, at) => users[at % users.length] as string);
		await using server = await startSallyport(folder.path, { settings });
		const measured = { token: [] as number[][], cookie: [] as number[][] };
		for (let round = 0; round <= rounds; round += 1)
			for (const mode of modes) {
				const costs = await measureRound(server.pid, server.port, mode, names);
				// The first one warms up.
				if (round > 0) measured[mode].push(costs);
			}
		const rows = modes.map((mode) => {
			const columns = (measured[mode][0] ?? []).map((_, index) =>
				median(measured[mode].map((costs) => costs[index] ?? 0)),
			);
			return [mode, ...columns.map(showNumber)];
		});
		const head = ["login", "main thread, ms", "calls of write", "kB written", "kB for the disk"];
		return alignedTable([head, ...rows]);
	},
);
