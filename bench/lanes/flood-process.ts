/** The flood: connections that each post the next login as soon as the last one is answered. */
import { randomUUID } from "node:crypto";
import { setTimeout as rest } from "node:timers/promises";
import { type Connection, createConnection } from "../lib/connection.ts";
import { offer } from "../lib/helper-process.ts";
import { beginVisit, cookiesOf, type Login, postLogin } from "../lib/visit.ts";

export interface LaneFlood {
	port: number;
	inFlight: number;
	/** A known device with the right password, or strangers who guess: each of a network of its own, or all of one /48. */
	by: "one known device" | "strangers" | "strangers of one /48";
	/** Who has the known device. */
	username: string;
	password: string;
	/** One per run, so that no run is limited for the failures of another. */
	run: number;
}

const PAUSE = 50;
const attempts: Array<{ connection: Connection; login: () => Login }> = [];
let answers: Record<number, number> = {};
let running = false;

async function loginOfKnownDevice(flood: LaneFlood): Promise<Login> {
	const connection = createConnection(flood.port);
	const visit = await beginVisit(connection);
	const address = `203.0.113.${flood.run}`;
	const { username, password } = flood;
	const answer = await postLogin(connection, { ...visit, username, password, address, session: true });
	const device = cookiesOf(answer.headers).find((pair) => pair.includes("device"));
	if (device === undefined) throw new Error(`No device cookie: ${answer.status} ${answer.body}`);
	connection.close();
	return { ...visit, cookie: `${visit.cookie}; ${device}`, username, password, address };
}

async function attack({ connection, login }: (typeof attempts)[number]): Promise<void> {
	while (running) {
		try {
			const { status } = await postLogin(connection, login());
			answers[status] = (answers[status] ?? 0) + 1;
		} catch {
			await rest(PAUSE);
		}
	}
}

const tasks = {
	async begin(flood: LaneFlood): Promise<void> {
		const known = flood.by === "one known device" ? await loginOfKnownDevice(flood) : null;
		const visits = createConnection(flood.port);
		for (let number = 0; number < flood.inFlight; number++) {
			const [high, low] = [(number >> 8).toString(16), (number & 255).toString(16)];
			const address =
				flood.by === "strangers"
					? `2001:${flood.run.toString(16)}${high.padStart(2, "0")}:${low}::1`
					: `2001:db8:${flood.run}:${number.toString(16)}::1`;
			const visit = known ?? (await beginVisit(visits));
			const login = () =>
				known ?? { ...visit, address, username: `user-${randomUUID()}`, password: randomUUID() };
			attempts.push({ connection: createConnection(flood.port), login });
		}
		visits.close();
		answers = {};
		running = true;
		for (const each of attempts) void attack(each);
	},
	/** Hangs up. Resolves to the answers, by status. */
	async end(): Promise<Record<number, number>> {
		running = false;
		for (const { connection } of attempts.splice(0)) connection.close();
		return answers;
	},
};

export type LaneFloodTasks = typeof tasks;
offer(tasks);
