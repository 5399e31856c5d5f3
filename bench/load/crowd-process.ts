/** A flood: many connections that each post the next wrong password as soon as the last one is answered. */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as rest } from "node:timers/promises";
import { type ProtocolName, protocols } from "../subjects/protocols.ts";
import { people } from "../subjects/subject.ts";
import { type Connection, createConnection, type Headers } from "./connection.ts";

export interface Crowd {
	port: number;
	protocol: ProtocolName;
	connections: number;
	/** Guesses for users that do not exist; or half of them for users that do. */
	who: "unknown" | "half unknown";
}

/** A careful attacker takes a new CSRF token before one is limited. */
const GUESSES_PER_VISIT = 50;
/** Milliseconds after a connection broke. */
const PAUSE = 50;
const WRONG_KEPT = 5;
const allowed = [401, 429, 503];
/** Some products refuse unknown names at once; these they must look at. */
const targets = people.slice(4, -1);

let members: Array<{ connection: Connection; shown: Headers }> = [];
let attackAll = () => {};
let running = false;
/** By status; 0: the connection broke. */
let answers: Record<number, number> = {};
let wrong: string[] = [];

function guess(who: Crowd["who"]) {
	const target =
		who === "half unknown" && randomInt(2) === 0 ? targets[randomInt(targets.length)] : undefined;
	const unknown = randomUUID().replaceAll("-", "").slice(0, 20);
	return { username: target?.username ?? unknown, password: randomUUID() };
}

/** Each guess seems to come from another address, as from a botnet. */
const address = () => [randomInt(1, 224), randomInt(1, 255), randomInt(1, 255), randomInt(1, 255)].join(".");

async function attack(member: (typeof members)[number], { who, protocol }: Crowd): Promise<void> {
	const by = protocols[protocol];
	for (let guesses = 1; running; guesses += 1) {
		let [status, body] = [0, ""];
		try {
			if (guesses % GUESSES_PER_VISIT === 0) member.shown = await by.begin(member.connection);
			const shown = { ...member.shown, "x-forwarded-for": address() };
			({ status, body } = await member.connection.send(by.login(guess(who), "token", shown)));
		} catch (error) {
			// Hanging up at the end breaks what is under way.
			if (!running) return;
			body = String(error);
			await rest(PAUSE);
		}
		answers[status] = (answers[status] ?? 0) + 1;
		if (!allowed.includes(status) && wrong.length < WRONG_KEPT) wrong.push(`the flood: ${status} ${body}`);
	}
}

export async function prepare(given: Crowd): Promise<void> {
	using first = createConnection(given.port);
	for (let number = 0; number < given.connections; number += 1)
		members.push({
			connection: createConnection(given.port),
			shown: await protocols[given.protocol].begin(first),
		});
	attackAll = () => {
		for (const member of members) void attack(member, given);
	};
}

export async function begin(): Promise<void> {
	running = true;
	attackAll();
}

/** Since the last count. */
export async function count() {
	const counted = { answers, wrong };
	[answers, wrong] = [{}, []];
	return counted;
}

/** Hangs up, and waits for no answer. */
export async function end(): Promise<void> {
	running = false;
	for (const { connection } of members) connection[Symbol.dispose]();
	members = [];
}
