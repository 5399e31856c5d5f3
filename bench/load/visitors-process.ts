/** Those whom a flood must not hurt: applications that check credentials, and people who log in. */
import { randomInt } from "node:crypto";
import { setTimeout as rest } from "node:timers/promises";
import { modes, type Person, type ProtocolName, protocols } from "../subjects/protocols.ts";
import { people } from "../subjects/subject.ts";
import { type Connection, createConnection, type Headers, type Request } from "./connection.ts";

/** Known by the device cookie, known by the CSRF token of a live session, or not at all, from an address never seen before. */
export type Kind = "byDevice" | "byCsrf" | "unknown";

export interface Logins {
	tried: number;
	/** Milliseconds, of those that were done. */
	done: number[];
}

/** When it was due, in milliseconds since 1970, and how long it took since then. */
export type Paced = Record<"due" | "took", number>;

/** Checks: by cookie and by token, half and half. */
const CHECKERS = 10;
/** Milliseconds. */
const CHECK_EVERY = 20;
const LOGIN_EVERY = 250;
/** After the end, for what is under way; what is not answered then has failed. */
const GRACE = 2000;
/** Each login begins in time, however long the last ones take. */
const SOCKETS = 64;
const allowed = [200, 429, 503];

type Checker = { connection: Connection; request: Request };

let by = protocols.sallyport;
const checkers: Checker[] = [];
const visitors: Array<{ kind: Kind; person: Person; connection: Connection; shown: () => Headers }> = [];
/** Rejects when the time of the current phase is over. */
let over: Promise<never> = new Promise(() => {});

function endAfter(duration: number): void {
	over = rest(duration).then(() => Promise.reject(new Error("It is over.")));
	over.catch(() => {});
}

async function shownBy(kind: Kind, connection: Connection, person: Person): Promise<() => Headers> {
	if (kind === "byDevice") {
		const shown = await by.beginKnown(connection, person);
		return () => shown;
	}
	const visit = await by.begin(connection);
	if (kind === "unknown") {
		const address = () => `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(1, 255)}`;
		return () => ({ ...visit, "x-forwarded-for": address() });
	}
	const { body } = await connection.send(by.login(person, "cookie", visit));
	const { csrf } = JSON.parse(body) as { csrf: string };
	return () => ({ csrf });
}

async function isRight({ connection, request }: Checker): Promise<boolean> {
	try {
		return by.isChecked(await Promise.race([connection.send(request), over]), people[0]);
	} catch {
		return false;
	}
}

async function logIn(visitor: (typeof visitors)[number], logins: Logins, wrong: string[]): Promise<void> {
	const { connection, person, shown } = visitor;
	logins.tried += 1;
	const asked = performance.now();
	try {
		const answer = await Promise.race([connection.send(by.login(person, "token", shown())), over]);
		if (answer.status === 200) logins.done.push(performance.now() - asked);
		if (!allowed.includes(answer.status)) wrong.push(`a login: ${answer.status} ${answer.body}`);
	} catch {
		// Not done.
	}
}

/**
 * Acts every `every` milliseconds, the first time after `offset`, until `duration` has passed; one at a time. The time of each
 * counts since it was due, so that a server that halts does not slow its own examination down. Acts that could not begin any
 * more count with what they have waited.
 */
async function atPace(act: () => Promise<unknown>, duration: number, every: number, offset: number) {
	const began = performance.now();
	const now = () => performance.now() - began;
	const acts: Paced[] = [];
	for (let due = offset; due < duration; due += every) {
		// The clock of this process may be late; that is not the fault of the server.
		const inTime = now() <= due;
		if (inTime) await rest(Math.max(0, due - now()));
		const from = inTime ? now() : due;
		if (inTime || now() <= duration) await act();
		acts.push({ due: performance.timeOrigin + began + due, took: now() - from });
	}
	return acts;
}

export async function prepare(given: { port: number; protocol: ProtocolName; kinds: readonly Kind[] }) {
	by = protocols[given.protocol];
	for (const [index, kind] of given.kinds.entries()) {
		const [person, connection] = [people[index + 1] ?? people[0], createConnection(given.port, SOCKETS)];
		visitors.push({ kind, person, connection, shown: await shownBy(kind, connection, person) });
	}
	for (let count = 0; count < CHECKERS; count += 1) {
		const mode = modes[count % 2 === 0 ? 0 : 1];
		const connection = createConnection(given.port);
		const first = await by.begin(connection);
		const headers = by.credential(await connection.send(by.login(people[0], mode, first)), mode);
		checkers.push({ connection, request: { path: by.check(mode), headers } });
	}
}

/** All at a fixed pace, for `duration` milliseconds; then waits for the last answers. `empty`: the port of a server that does nothing. */
export async function watch({ duration, empty }: { duration: number; empty: number }) {
	endAfter(duration + GRACE);
	/** Checks that were not answered in time, or did not tell who it is. */
	let wrongChecks = 0;
	const ofKinds: Partial<Record<Kind, Logins>> = {};
	/** Answers that a right password must never get. */
	const wrong: string[] = [];
	const underWay: Array<Promise<void>> = [];
	const check = async (checker: Checker) => {
		if (!(await isRight(checker))) wrongChecks += 1;
	};
	const every = LOGIN_EVERY * visitors.length;
	const [checks, empties] = await Promise.all([
		Promise.all(
			checkers.map((checker, index) =>
				atPace(() => check(checker), duration, CHECK_EVERY, (index * CHECK_EVERY) / CHECKERS),
			),
		),
		askEmpty(empty, duration),
		...visitors.map((visitor, index) => {
			const logins: Logins = { tried: 0, done: [] };
			ofKinds[visitor.kind] = logins;
			const begin = async () => void underWay.push(logIn(visitor, logins, wrong));
			return atPace(begin, duration, every, index * LOGIN_EVERY);
		}),
	]);
	await Promise.all(underWay);
	return { checks: checks.flat(), empties, wrongChecks, logins: ofKinds, wrong };
}

/** A server that does nothing, in the middle between two checks. */
async function askEmpty(port: number, duration: number): Promise<Paced[]> {
	using connection = createConnection(port);
	const ask = () => Promise.race([connection.send({ path: "/" }), over]).catch(() => {});
	return await atPace(ask, duration, CHECK_EVERY, CHECK_EVERY / CHECKERS / 2);
}

/** Each the next check as soon as the last one is answered. Resolves to how many were right. */
export async function hurry({ duration }: { duration: number }): Promise<number> {
	const began = performance.now();
	endAfter(duration);
	let right = 0;
	const hurry = async (checker: Checker) => {
		while (performance.now() - began < duration) if (await isRight(checker)) right += 1;
	};
	await Promise.all(checkers.map(hurry));
	return right;
}
