/** From the start of the process to the first login, and memory, product beside product. */
import { setTimeout as rest } from "node:timers/promises";
import { type Item, interleave, type Measured } from "../compare/interleave.ts";
import { rowsOf, spread } from "../compare/rows.ts";
import { comparing, type Stage, takeCredential } from "../compare/stage.ts";
import type { SubjectFacts } from "../compare/subject-facts.ts";
import type { RunningServer } from "../lib/processes.ts";
import { memoryOf } from "../lib/processor.ts";
import { median } from "../lib/statistics.ts";
import { bar, type Rows } from "../lib/table.ts";
import { createConnection, type Request } from "../load/connection.ts";
import { startHelper } from "../load/helper.ts";
import type * as LoadTasks from "../load/load-process.ts";
import { type Protocol, protocols } from "../subjects/protocols.ts";
import { people } from "../subjects/subject.ts";

/**
 * Milliseconds from the start of the process to the answer to the first login. Resident MB of the process: at rest, and right
 * after checks and logins without pause.
 */
type Footprint = Record<"firstLogin" | "idle" | "loaded", number>;

export type Footprints = Record<string, Measured<Footprint>>;

const CONNECTIONS = 16;
/** Milliseconds of each kind of load. */
const LOAD = 1000;
/** Milliseconds after the first login. */
const IDLE = 1500;

/** Starts on a database that exists, files in the memory of the machine. */
export async function measureFootprint(stage: Stage, { idle = IDLE } = {}): Promise<Footprints> {
	const { subjects, pace, say } = stage;
	await using helper = startHelper<typeof LoadTasks>("load-process.ts");
	const items = subjects.map((subject): Item<Footprint> => {
		const protocol = protocols[subject.protocol];
		const measure = async () => {
			const began = performance.now();
			await using server = await subject.start();
			const loads = await requestsAfterLogin(server, protocol);
			const firstLogin = performance.now() - began;
			await rest(idle);
			const atRest = memoryOf(server.pid).resident;
			const headers = await takeCredential({ server, protocol }, people[0], "cookie");
			for (const requests of [loads, [{ path: protocol.check("cookie"), headers }]])
				await helper.ask("load", { port: server.port, connections: CONNECTIONS, duration: LOAD, requests });
			return { firstLogin, idle: atRest, loaded: memoryOf(server.pid).resident };
		};
		return { name: subject.name, measure };
	});
	return await interleave(items, { rounds: pace.rounds, say });
}

/** Logs one user in. Resolves to the logins of the others. */
async function requestsAfterLogin({ port }: RunningServer, protocol: Protocol): Promise<Request[]> {
	using connection = createConnection(port);
	const shown = await protocol.begin(connection);
	const [first, ...others] = people;
	protocol.credential(await connection.send(protocol.login(first, "token", shown)), "token");
	return others.map((person) => protocol.login(person, "cookie", shown));
}

export function footprintRows(footprint: Footprints, facts: readonly SubjectFacts[]): Rows {
	const columns = ["firstLogin", "idle", "loaded"] as const;
	const middle = (name: string, column: keyof Footprint) =>
		median((footprint[name]?.rounds ?? []).map((each) => each[column]));
	const most = (column: keyof Footprint) =>
		Math.max(...facts.map(({ name }) => middle(name, column)).filter(Number.isFinite));
	const head = ["start to first login, ms", "resident at rest, MB", "resident under load, MB"];
	const rows = rowsOf(
		facts,
		(name) => footprint[name],
		(rounds, { name }) =>
			columns.flatMap((column) => [
				bar(middle(name, column) / most(column)),
				spread(rounds, (each) => each[column]),
			]),
	);
	return [["", ...head.flatMap((title) => ["", title])], ...rows];
}

export const scenario = comparing({}, measureFootprint, footprintRows);
