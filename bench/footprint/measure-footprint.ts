import { readFileSync } from "node:fs";
import { setTimeout as rest } from "node:timers/promises";
import { type Item, interleave, type Measured } from "../compare/interleave.ts";
import type { LoadTasks } from "../compare/load-process.ts";
import type { Prepared, Stage } from "../compare/stage.ts";
import { takeCredential } from "../compare/started.ts";
import { createConnection } from "../lib/connection.ts";
import { startHelper } from "../lib/helper-process.ts";
import { protocolOf } from "../subjects/protocols.ts";
import { people } from "../subjects/subject.ts";

export interface Footprint {
	/** Milliseconds from the start of the process to the answer to the first login. */
	firstLogin: number;
	/** Resident MB of the process: at rest, and right after checks and logins without pause. */
	idle: number;
	loaded: number;
}

const CONNECTIONS = 16;
/** Milliseconds of each kind of load. */
const LOAD = 1000;
/** Milliseconds after the first login. */
const IDLE = 1500;

/** Starts on a database that exists, files in the memory of the machine. */
export async function measureFootprint(
	{ subjects, pace, progress }: Stage,
	{ idle = IDLE }: { idle?: number } = {},
): Promise<Record<string, Measured<Footprint>>> {
	await using ends = new AsyncDisposableStack();
	const helper = startHelper<LoadTasks>(new URL("../compare/load-process.ts", import.meta.url));
	ends.defer(helper.end);
	progress.scenario("start and memory");
	const items = subjects.map(
		(subject): Item<Footprint> => ({
			name: subject.name,
			async measure() {
				const began = performance.now();
				const server = await subject.start();
				try {
					await firstLogin(subject, server.port);
					const first = performance.now() - began;
					await rest(idle);
					const atRest = residentMemory(server.pid);
					for (const requests of await requestsOf(subject, server)) {
						await helper.ask("load", {
							port: server.port,
							connections: CONNECTIONS,
							duration: LOAD,
							requests,
						});
					}
					return { firstLogin: first, idle: atRest, loaded: residentMemory(server.pid) };
				} finally {
					await server.end();
				}
			},
		}),
	);
	return await interleave(items, { rounds: pace.rounds, progress });
}

async function firstLogin({ protocol: name }: Prepared, port: number): Promise<void> {
	const protocol = protocolOf(name);
	const connection = createConnection(port);
	const [person] = people;
	if (person === undefined) throw new Error("There is nobody to log in.");
	try {
		const shown = await protocol.begin(connection);
		protocol.credential(await connection.send(protocol.login(person, "token", shown)), "token");
	} finally {
		connection.close();
	}
}

/** First logins, then checks. */
async function requestsOf(subject: Prepared, server: Awaited<ReturnType<Prepared["start"]>>) {
	const protocol = protocolOf(subject.protocol);
	const [first, ...others] = people;
	if (first === undefined) throw new Error("There is nobody to log in.");
	const connection = createConnection(server.port);
	try {
		const shown = await protocol.begin(connection);
		const headers = await takeCredential({ server, protocol }, first, "cookie");
		return [
			others.map((person) => protocol.login(person, "cookie", shown)),
			[{ path: protocol.check("cookie"), headers }],
		];
	} finally {
		connection.close();
	}
}

function residentMemory(pid: number): number {
	const status = readFileSync(`/proc/${pid}/status`, "utf8");
	return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
