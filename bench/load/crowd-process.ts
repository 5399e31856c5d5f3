/** A flood: many connections that each post the next login as soon as the last one is answered. */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as rest } from "node:timers/promises";
import { type ProtocolName, protocols } from "../subjects/protocols.ts";
import { people } from "../subjects/subject.ts";
import { type Connection, createConnection, type Headers } from "./connection.ts";

export interface Crowd {
	port: number;
	protocol: ProtocolName;
	connections: number;
	/** Guesses for users that do not exist; half of them for users that do; or the right password of the last of the people. */
	who: "unknown" | "half unknown" | "one known device";
	from: keyof typeof addresses;
	/** For addresses that no other crowd has. */
	run?: number;
}

const oneByte = () => randomInt(1, 255);
/** Where a request of a member seems to come from. */
const addresses = {
	many: () => [randomInt(1, 224), oneByte(), oneByte(), oneByte()].join("."),
	one: (_member: number, run: number) => `203.0.113.${run}`,
	"networks of their own": (member: number, run: number) =>
		`2001:${run.toString(16)}${(member >> 8).toString(16).padStart(2, "0")}:${(member & 255).toString(16)}::1`,
	"one /48": (member: number, run: number) => `2001:db8:${run}:${member.toString(16)}::1`,
};

/** A careful attacker takes a new CSRF token before one is limited. */
const GUESSES_PER_VISIT = 50;
/** Milliseconds after a connection broke. */
const PAUSE = 50;
const WRONG_KEPT = 5;
/** Some products refuse unknown names at once; these they must look at. */
const targets = people.slice(4, -1);

type Member = { connection: Connection; shown: Headers };

let members: Member[] = [];
let attackAll = () => {};
let running = false;
/** By status; 0: the connection broke. */
let answers: Record<number, number> = {};
let wrong: string[] = [];

const unknownName = () => randomUUID().replaceAll("-", "").slice(0, 20);

function someone({ who }: Crowd) {
	if (who === "one known device") return people[people.length - 1] ?? people[0];
	const target =
		who === "half unknown" && randomInt(2) === 0 ? targets[randomInt(targets.length)] : undefined;
	return { username: target?.username ?? unknownName(), password: randomUUID() };
}

async function attack(member: Member, number: number, crowd: Crowd): Promise<void> {
	const { who, from, run = 7 } = crowd;
	const by = protocols[crowd.protocol];
	const allowed = who === "one known device" ? [200, 429, 503] : [401, 429, 503];
	for (let guesses = 1; running; guesses += 1) {
		let [status, body] = [0, ""];
		try {
			if (who !== "one known device" && guesses % GUESSES_PER_VISIT === 0)
				member.shown = await by.begin(member.connection);
			const shown = { ...member.shown, "x-forwarded-for": addresses[from](number, run) };
			({ status, body } = await member.connection.send(by.login(someone(crowd), "token", shown)));
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
	answers = {};
	const by = protocols[given.protocol];
	using first = createConnection(given.port);
	const known = given.who === "one known device" ? await by.beginKnown(first, someone(given)) : null;
	members = [];
	for (let number = 0; number < given.connections; number += 1)
		members.push({ connection: createConnection(given.port), shown: known ?? (await by.begin(first)) });
	attackAll = () => {
		for (const [number, member] of members.entries()) void attack(member, number, given);
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
}
