/** The flood of any product: many connections that each post the next wrong password as soon as the last one is answered. */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as rest } from "node:timers/promises";
import { type Connection, createConnection } from "../lib/connection.ts";
import { offer } from "../lib/helper-process.ts";
import type { Headers, Protocol } from "../subjects/protocol.ts";
import { type ProtocolName, protocolOf } from "../subjects/protocols.ts";
import { people } from "../subjects/subject.ts";

export interface Crowd {
	port: number;
	protocol: ProtocolName;
	connections: number;
}

/** A careful attacker begins anew before one page of his is limited. */
const GUESSES_PER_PAGE = 50;
/** Milliseconds after a connection broke. */
const PAUSE = 50;

let protocol: Protocol | undefined;
let crowd: Array<{ connection: Connection; shown: Headers }> = [];
let running = false;
/** By status; 0: the connection broke. */
const answers: Record<number, number> = {};

const someAddress = () => [randomInt(1, 224), randomInt(256), randomInt(256), randomInt(1, 255)].join(".");
/** Half of the guesses are for users that exist, whose passwords even those must verify who refuse unknown names at once. */
const targets = people.slice(4);
const someName = () =>
	(randomInt(2) === 0 ? targets[randomInt(targets.length)]?.username : undefined) ??
	randomUUID().replaceAll("-", "").slice(0, 20);

async function guessOn(member: { connection: Connection; shown: Headers }, by: Protocol): Promise<void> {
	for (let guesses = 1; running; guesses += 1) {
		let status = 0;
		try {
			if (guesses % GUESSES_PER_PAGE === 0) member.shown = await by.begin(member.connection);
			const person = { username: someName(), password: randomUUID() };
			const request = by.login(person, "token", { ...member.shown, "x-forwarded-for": someAddress() });
			({ status } = await member.connection.send(request));
		} catch {
			await rest(PAUSE);
		}
		answers[status] = (answers[status] ?? 0) + 1;
	}
}

const tasks = {
	async prepare({ port, connections, protocol: name }: Crowd): Promise<void> {
		const by = protocolOf(name);
		protocol = by;
		crowd = await Promise.all(
			Array.from({ length: connections }, async () => {
				const connection = createConnection(port);
				return { connection, shown: await by.begin(connection) };
			}),
		);
	},
	async begin(): Promise<void> {
		running = true;
		for (const member of crowd) if (protocol !== undefined) void guessOn(member, protocol);
	},
	/** Answers so far, by status; 0: broken connections. */
	count: async (): Promise<Record<number, number>> => ({ ...answers }),
	/** Hangs up, and waits for no answer. */
	async end(): Promise<void> {
		running = false;
		for (const { connection } of crowd) connection.close();
	},
};

export type CrowdTasks = typeof tasks;
offer(tasks);
