/**
 * What a check of a credential costs as sessions pile up: processor time of the main thread, by cookie and by token, with few
 * and many at once, on both databases. Linux only. Five million sessions take some minutes and 3 GB of disk to make.
 */
import { setTimeout as rest } from "node:timers/promises";
import { startBareServer } from "../compare/stage.ts";
import { type DatabaseName, databaseNames, openGrowing } from "../lib/growing.ts";
import { threadTimes } from "../lib/processor.ts";
import { deploymentFolder, PASSWORD, patient, startSallyport } from "../lib/sallyport.ts";
import { alignedTable } from "../lib/table.ts";
import { createConnection, type Headers, type Request } from "../load/connection.ts";
import { startHelper } from "../load/helper.ts";
import type * as LoadTasks from "../load/load-process.ts";
import { defineScenario, numbersOf } from "../scenario.ts";
import { type Mode, protocols } from "../subjects/protocols.ts";

interface GrowthOptions {
	databases: readonly DatabaseName[];
	/** In the table, in rising order. */
	sessions: readonly number[];
	/** Checks under way at the same time. */
	concurrent: readonly number[];
	/** For each figure. */
	seconds: number;
	/**
	 * Without: few credentials, no time for compilers and for PostgreSQL to tell what it has done, and figures that mean
	 * nothing.
	 */
	careful: boolean;
	say: (line: string) => void;
}

const kinds = { cookie: "cookie", bearer: "token" } as const;
/** Milliseconds after which PostgreSQL has told what it has done. */
const TELLS_AFTER = 1500;
const settings = {
	...patient,
	SALLYPORT_COOKIE_SESSIONS_PER_USER: "1000",
	SALLYPORT_TOKEN_SESSIONS_PER_USER: "1000",
	SALLYPORT_HASH_MEMORY: "64",
	SALLYPORT_HASH_PASSES: "1",
};

/** A table: microseconds in which the main thread had a processor, for each check, and the same of a bare server, right before. */
export async function measureGrowth(options: GrowthOptions): Promise<string> {
	const { databases, sessions, concurrent, careful, say } = options;
	await using ends = new AsyncDisposableStack();
	const load = ends.use(startHelper<typeof LoadTasks>("load-process.ts"));
	const bareServer = await startBareServer(ends);
	const measure = async ({ pid, port }: typeof bareServer, connections: number, requests: Request[]) => {
		const ran = () => threadTimes(pid).get("main")?.ran ?? 0;
		const before = ran();
		const order = { port, connections, duration: options.seconds * 1000, requests };
		const { answered, failed, seconds } = await load.ask("load", order);
		if (failed > 0) throw new Error(`${failed} of ${failed + answered} checks failed`);
		return { cost: ((ran() - before) * 1e6) / answered, perSecond: answered / seconds, answered };
	};

	const rows: string[][] = [];
	for (const database of databases) {
		using folder = deploymentFolder();
		await using growing = await openGrowing(database, folder.path);
		const start = () => startSallyport(folder.path, { settings: { ...settings, ...growing.settings } });
		// Makes the tables.
		await (await start()).end();
		let have = 0;
		for (const wanted of sessions) {
			say(`${database}: ${wanted} sessions …`);
			await growing.grow(have, wanted);
			have = wanted;
			await using server = await start();
			for (const connections of concurrent) {
				for (const [kind, mode] of Object.entries(kinds)) {
					const requests = await checksOf(server.port, mode, careful ? 100 : 3);
					if (careful) await measure(server, connections, requests);
					const bare = await measure(bareServer, connections, [{ path: "/" }]);
					if (careful) await rest(TELLS_AFTER);
					const before = await growing.queries();
					const { cost, perSecond, answered } = await measure(server, connections, requests);
					if (careful) await rest(TELLS_AFTER);
					const after = await growing.queries();
					say(`  ${connections} at once by ${kind}: ${cost.toFixed(1)} µs, bare ${bare.cost.toFixed(1)} µs`);
					const ofBare = `${((100 * bare.cost) / cost).toFixed(0)} %`;
					const perQuery = before === null ? "-" : (answered / ((after ?? 0) - before)).toFixed(1);
					rows.push([
						...[database, String(wanted), String(connections), kind],
						...[cost.toFixed(1), bare.cost.toFixed(1), ofBare, perSecond.toFixed(0), perQuery],
					]);
				}
			}
		}
	}
	const head = ["database", "sessions", "at once", "by", "µs", "bare, µs", "of bare"];
	return alignedTable([[...head, "checks a second", "checks a query"], ...rows]);
}

/** With so many credentials of the admin. */
async function checksOf(port: number, mode: Mode, many: number): Promise<Request[]> {
	using connection = createConnection(port);
	const { begin, login, credential } = protocols.sallyport;
	const visit = await begin(connection);
	const checks: Request[] = [];
	for (let made = 0; made < many; made += 1) {
		const request = login({ username: "admin", password: PASSWORD }, mode, visit);
		const headers: Headers = credential(await connection.send(request), mode);
		const cookie = headers.cookie?.split("; ").find((pair) => pair.startsWith("sallyport-sid="));
		checks.push({ path: "/api/auth/session", headers: cookie === undefined ? headers : { cookie } });
	}
	return checks;
}

export const scenario = defineScenario(
	{ sessions: "1000,100000,5000000", concurrent: "1,10,100", databases: databaseNames.join(), seconds: 3 },
	({ sessions, concurrent, databases, seconds }) =>
		measureGrowth({
			databases: databaseNames.filter((name) => databases.split(",").includes(name)),
			sessions: numbersOf(sessions),
			concurrent: numbersOf(concurrent),
			seconds,
			careful: true,
			say: (line) => process.stderr.write(`${line}\n`),
		}),
);
