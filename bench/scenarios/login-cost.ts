/**
 * What a login costs on SQLite besides its hash, which is made cheap: processor time of the main thread, calls of write, bytes
 * written, and bytes for the disk; of this checkout, and of the one before, in turns. Linux only.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Item, interleave } from "../compare/interleave.ts";
import { growSqlite } from "../lib/growing.ts";
import { temporaryFolder } from "../lib/processes.ts";
import { threadTimes } from "../lib/processor.ts";
import {
	cheapArgon2id,
	cheapHashing,
	deploymentIn,
	PASSWORD,
	patient,
	thisCheckout,
	withPassword,
} from "../lib/sallyport.ts";
import { showSpread } from "../lib/statistics.ts";
import { alignedTable } from "../lib/table.ts";
import { createConnection } from "../load/connection.ts";
import { defineScenario } from "../scenario.ts";
import { type Mode, modes, protocols } from "../subjects/protocols.ts";

const CONNECTIONS = 4;
const users = Array.from({ length: 300 }, (_, at) => `person-${at}`);
const settings = { ...patient, ...cheapHashing };

/** So far: milliseconds of the main thread, and what /proc/PID/io counts. */
function spentBy(pid: number): number[] {
	const io = readFileSync(join("/proc", String(pid), "io"), "utf8");
	const of = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, "m").exec(io)?.[1]);
	const main = threadTimes(pid).get("main")?.ran ?? 0;
	return [main * 1000, of("syscw"), of("wchar") / 1000, of("write_bytes") / 1000];
}

/** The users log in in turns, each on a device unknown until then. Resolves to the costs of one login. */
async function measureRound({ pid, port }: { pid: number; port: number }, mode: Mode, logins: number) {
	using connection = createConnection(port, CONNECTIONS);
	const { begin, login } = protocols.sallyport;
	const requests = [];
	for (let at = 0; at < logins; at += 1) {
		const shown = { ...(await begin(connection)), "x-forwarded-for": `198.18.${at >> 8}.${at & 255}` };
		requests.push(login({ username: users[at % users.length] ?? "", password: PASSWORD }, mode, shown));
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
	return spentBy(pid).map((spent, index) => (spent - (before[index] ?? 0)) / logins);
}

/** `before`: the folder of another commit. */
export const scenario = defineScenario(
	{ logins: 900, sessions: 60_000, rounds: 5, before: "" },
	async ({ logins, sessions, rounds, before }) => {
		await using ends = new AsyncDisposableStack();
		const items: Item<number[]>[] = [];
		const checkouts = { "": thisCheckout, ...(before !== "" && { "before: ": resolve(before) }) };
		for (const [title, checkout] of Object.entries(checkouts)) {
			const folder = ends.use(temporaryFolder()).path;
			const { addUsers, start } = deploymentIn(folder, { settings, checkout });
			await addUsers(withPassword(users, cheapArgon2id));
			await growSqlite(join(folder, "bench.db"), sessions);
			const server = ends.use(await start());
			for (const mode of modes)
				items.push({ name: `${title}${mode}`, measure: () => measureRound(server, mode, logins) });
		}
		const say = (what: string) => process.stderr.write(`${what}\n`);
		// The first one warms up.
		const measured = await interleave(items, { rounds: rounds + 1, say });
		const rows = Object.entries(measured).map(([name, { rounds: all, problem }]) => {
			const [first = [], ...others] = all;
			const costs = first.map((_, index) => showSpread(others.map((each) => each[index] ?? 0)));
			return [name, ...(problem === null ? costs : [problem])];
		});
		return alignedTable([
			["login", "main thread, ms", "calls of write", "kB written", "kB for the disk"],
			...rows,
		]);
	},
);
