/** Those who are not part of the flood: applications that check credentials, and people who log in. */
import { setTimeout as rest } from "node:timers/promises";
import { type Connection, createConnection, type Request } from "../lib/connection.ts";
import { offer } from "../lib/helper-process.ts";
import { type Headers, modes, type Person, type Protocol } from "../subjects/protocol.ts";
import { type ProtocolName, protocolOf } from "../subjects/protocols.ts";
import { atPace } from "./pace.ts";

export interface Order {
	port: number;
	protocol: ProtocolName;
	checked: Person;
	/** Logs in again and again, from where she has logged in before. */
	known: Person;
}

export interface Seen {
	/** Milliseconds, each. */
	checks: number[];
	/** Checks that were not answered in time, or did not tell who it is. */
	wrongChecks: number;
	loginsTried: number;
	/** Milliseconds, of those that were done. */
	logins: number[];
}

/** Checks: by cookie and by token, half and half. */
const CHECKERS = 10;
/** Milliseconds. */
const CHECK_EVERY = 20;
const LOGIN_EVERY = 250;
/** After the end, for what is under way; what is not answered then has failed. */
const GRACE = 2000;
/** Each of them begins in time, however long the last ones take. */
const LOGIN_SOCKETS = 32;

interface Checker {
	connection: Connection;
	request: Request;
}

let order: Order | undefined;
let checkers: Checker[] = [];
let logins: Connection | undefined;
let shown: Headers = {};
/** Rejects when the time of the present phase is over. */
let over: Promise<never> = new Promise(() => {});

function endAfter(duration: number): void {
	over = rest(duration).then(() => Promise.reject(new Error("It is over.")));
	over.catch(() => {});
}

function prepared(): { order: Order; by: Protocol; logins: Connection } {
	if (order === undefined || logins === undefined) throw new Error("Nobody is prepared.");
	return { order, by: protocolOf(order.protocol), logins };
}

async function isRight({ connection, request }: Checker): Promise<boolean> {
	const { order, by } = prepared();
	try {
		return by.isChecked(await Promise.race([connection.send(request), over]), order.checked);
	} catch {
		return false;
	}
}

/** Milliseconds; null: not done. */
async function logIn(): Promise<number | null> {
	const { order, by, logins } = prepared();
	const asked = performance.now();
	try {
		const answer = logins.send(by.login(order.known, "token", shown));
		by.credential(await Promise.race([answer, over]), "token");
		return performance.now() - asked;
	} catch {
		return null;
	}
}

const tasks = {
	async prepare(given: Order): Promise<void> {
		order = given;
		logins = createConnection(given.port, LOGIN_SOCKETS);
		const { by } = prepared();
		shown = await by.beginKnown(logins, given.known);
		for (let count = 0; count < CHECKERS; count += 1) {
			const mode = modes[count % 2 === 0 ? 0 : 1];
			const connection = createConnection(given.port);
			const first = await by.begin(connection);
			const headers = by.credential(await connection.send(by.login(given.checked, mode, first)), mode);
			checkers.push({ connection, request: { path: by.check(mode), headers } });
		}
	},
	/** Everybody at a fixed pace, for `duration` milliseconds; then waits for the last answers. */
	async watch({ duration }: { duration: number }): Promise<Seen> {
		endAfter(duration + GRACE);
		let wrongChecks = 0;
		const attempts: Array<Promise<number | null>> = [];
		const begin = async () => {
			attempts.push(logIn());
		};
		const [latencies] = await Promise.all([
			Promise.all(
				checkers.map((checker, index) =>
					atPace(
						async () => {
							if (!(await isRight(checker))) wrongChecks += 1;
						},
						{ duration, every: CHECK_EVERY, offset: (index * CHECK_EVERY) / CHECKERS },
					),
				),
			),
			atPace(begin, { duration, every: LOGIN_EVERY, offset: 0 }),
		]);
		const done = await Promise.all(attempts);
		return {
			checks: latencies.flat(),
			wrongChecks,
			loginsTried: attempts.length,
			logins: done.filter((each) => each !== null),
		};
	},
	/** Each the next check as soon as the last one is answered. Right answers per second. */
	async hurry({ duration }: { duration: number }): Promise<number> {
		const began = performance.now();
		endAfter(duration);
		let right = 0;
		await Promise.all(
			checkers.map(async (checker) => {
				while (performance.now() - began < duration) if (await isRight(checker)) right += 1;
			}),
		);
		return (right * 1000) / (performance.now() - began);
	},
	async leave(): Promise<void> {
		for (const { connection } of checkers) connection.close();
		logins?.close();
		checkers = [];
	},
};

export type BystanderTasks = typeof tasks;
offer(tasks);
