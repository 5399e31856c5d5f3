/** The flood: many connections that each post the next wrong password as soon as the last one is answered. */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as rest } from "node:timers/promises";
import { type Connection, createConnection } from "./connection.ts";
import { offer } from "./helper-process.ts";
import { median } from "./median.ts";
import { beginVisit, postLogin, type Visit } from "./visit.ts";

export interface Flood {
	port: number;
	connections: number;
	/** "many": each request seems to come from another address, as from a botnet; "one": all from the same. */
	from: "many" | "one";
}

export interface FloodCounts {
	/** Answers so far, by status. */
	answers: Record<number, number>;
	/** Milliseconds, of the 401 since the last count; NaN of none. */
	medianRefusal: number;
	/** What the service should not have answered, or not so; only the first few. */
	wrong: string[];
}

/** Milliseconds after a connection broke, lest a server that is gone be asked without pause. */
const PAUSE = 50;
/** Guesses with one csrf value: a careful attacker takes a new one before it is limited. */
const GUESSES_PER_VISIT = 50;
const WRONG_KEPT = 5;
const allowed = new Set([401, 429, 503]);
const oneAddress = "203.0.113.7";

let connections: Connection[] = [];
/** Begun before the flood. */
const visits = new Map<Connection, Visit>();
let running = false;
let from: Flood["from"] = "many";
let refusals: number[] = [];
const answers: Record<number, number> = {};
const wrong: string[] = [];

const someAddress = () =>
	from === "one"
		? oneAddress
		: [randomInt(1, 224), randomInt(256), randomInt(256), randomInt(1, 255)].join(".");

async function attack(connection: Connection): Promise<void> {
	let visit = visits.get(connection);
	for (let guesses = 1; running; guesses += 1) {
		try {
			visit = visit === undefined || guesses % GUESSES_PER_VISIT === 0 ? await beginVisit(connection) : visit;
			await guess(connection, visit);
		} catch (error) {
			// Hanging up at the end breaks what is under way.
			if (!running) return;
			report(`a connection broke: ${String(error)}`);
			await rest(PAUSE);
		}
	}
}

async function guess(connection: Connection, visit: Visit): Promise<void> {
	const asked = performance.now();
	const { status, body } = await postLogin(connection, {
		...visit,
		username: `user-${randomUUID()}`,
		password: randomUUID(),
		address: someAddress(),
	});
	answers[status] = (answers[status] ?? 0) + 1;
	if (status === 401) refusals.push(performance.now() - asked);
	if (!allowed.has(status)) report(`a wrong password was answered ${status} ${body}`);
}

function report(what: string): void {
	if (wrong.length < WRONG_KEPT) wrong.push(what);
}

const tasks = {
	async prepare(flood: Flood): Promise<void> {
		from = flood.from;
		connections = Array.from({ length: flood.connections }, () => createConnection(flood.port));
		await Promise.all(
			connections.map(async (connection) => visits.set(connection, await beginVisit(connection))),
		);
	},
	async begin(): Promise<void> {
		running = true;
		for (const connection of connections) void attack(connection);
	},
	async count(): Promise<FloodCounts> {
		const counts = { answers: { ...answers }, medianRefusal: median(refusals), wrong };
		refusals = [];
		return counts;
	},
	/** Hangs up, and waits for no answer. */
	async end(): Promise<void> {
		running = false;
		for (const connection of connections) connection.close();
	},
};

export type AttackerTasks = typeof tasks;
offer(tasks);
