/** Logins with the right password: of somebody the service knows already, and of strangers. */
import { randomInt } from "node:crypto";
import { setTimeout as rest } from "node:timers/promises";
import { type Connection, createConnection } from "../lib/connection.ts";
import { beginVisit, cookiesOf, type Login, postLogin } from "../lib/visit.ts";

export interface LoginFigures {
	tried: number;
	/** Milliseconds, one per login that was done. */
	done: number[];
	/** Answers that a right password must never get: anything but 200, 429 and 503. */
	wrong: string[];
}

/** One attempt with the right password. Resolves to the status, or rejects when the connection breaks. */
export type LogIn = () => Promise<{ status: number; body: string }>;

export interface Person {
	port: number;
	username: string;
	password: string;
}

/** Logins may wait for two seconds each, and the next one does not wait for the last. */
const SOCKETS = 64;
const allowed = new Set([200, 429, 503]);

/** Each login shows the csrf value of the person's own live session, and no cookie, as a script would. */
export async function knownByCsrfValue(person: Person): Promise<LogIn> {
	const connection = createConnection(person.port, SOCKETS);
	const { answer } = await logInOnce(connection, person);
	const { csrf } = JSON.parse(answer.body) as { csrf: string };
	return () => postLogin(connection, { ...person, csrf, cookie: "" });
}

/** Each login shows the device cookie of an earlier one; null when the service sets none. */
export async function knownByDevice(person: Person): Promise<LogIn | null> {
	const connection = createConnection(person.port, SOCKETS);
	const { answer } = await logInOnce(connection, person);
	const deviceOf = (headers: typeof answer.headers) =>
		cookiesOf(headers).find((pair) => pair.split("=", 1)[0]?.includes("device"));
	let device = deviceOf(answer.headers);
	if (device === undefined) return null;
	const { csrf, cookie } = await beginVisit(connection);
	return async () => {
		const later = await postLogin(connection, { ...person, csrf, cookie: `${cookie}; ${device}` });
		device = deviceOf(later.headers) ?? device;
		return later;
	};
}

/** Nothing is known, and each login comes from an address that was never seen. */
export async function stranger(person: Person): Promise<LogIn> {
	const connection = createConnection(person.port, SOCKETS);
	const visit = await beginVisit(connection);
	return () => {
		const address = `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(1, 255)}`;
		return postLogin(connection, { ...person, ...visit, address });
	};
}

/** A session login, with what the answer sets. */
export async function logInOnce(connection: Connection, person: Pick<Login, "username" | "password">) {
	const visit = await beginVisit(connection);
	const answer = await postLogin(connection, { ...person, ...visit, session: true });
	if (answer.status !== 200) throw new Error(`A login answered ${answer.status} ${answer.body}`);
	return { answer, cookie: cookiesOf(answer.headers).join("; ") };
}

/** Begins a login every `every` milliseconds, the first after `offset`, whether or not the last one is answered. */
export async function logInAtPace(
	logIn: LogIn,
	{ duration, every, offset }: { duration: number; every: number; offset: number },
): Promise<LoginFigures> {
	const figures: LoginFigures = { tried: 0, done: [], wrong: [] };
	const underWay: Array<Promise<void>> = [];
	const begin = performance.now();
	for (let due = offset; due < duration; due += every) {
		await rest(Math.max(0, begin + due - performance.now()));
		underWay.push(attempt(logIn, figures));
	}
	await Promise.all(underWay);
	return figures;
}

export async function attempt(logIn: LogIn, figures: LoginFigures): Promise<void> {
	figures.tried += 1;
	const asked = performance.now();
	try {
		const { status, body } = await logIn();
		if (status === 200) figures.done.push(performance.now() - asked);
		if (!allowed.has(status)) figures.wrong.push(`a login: ${status} ${body}`);
	} catch (error) {
		figures.wrong.push(`a login: ${String(error)}`);
	}
}
