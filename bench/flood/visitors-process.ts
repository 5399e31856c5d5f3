/** Those whom the flood must not hurt: applications that check credentials, and people who log in. */
import { createConnection } from "../lib/connection.ts";
import { offer } from "../lib/helper-process.ts";
import { beginVisit, postLogin } from "../lib/visit.ts";
import { type Checker, type Checks, checkAtPace, checkWithoutPause } from "./checks.ts";
import {
	knownByCsrfValue,
	knownByDevice,
	type LogIn,
	type LoginFigures,
	logInAtPace,
	logInOnce,
	type Person,
	stranger,
} from "./logins.ts";
import { people } from "./people.ts";
import { timeToRecover, type Usual } from "./recovery.ts";

const checkerCount = { cookie: 5, bearer: 5 };
/** Milliseconds between the checks of one connection, and between logins of known people. */
const CHECK_EVERY = 20;
const LOGIN_EVERY = 250;
const STRANGER_EVERY = 500;

export interface Visited {
	checks: Checks;
	byCsrf: LoginFigures;
	/** null: the service knows no devices. */
	byDevice: LoginFigures | null;
	strangers: LoginFigures;
}

let checkers: Checker[] = [];
let logIns: { byCsrf: LogIn; byDevice: LogIn | null; stranger: LogIn } | undefined;

async function checkerByCookie({ port, username, password }: Person): Promise<Checker> {
	const connection = createConnection(port);
	const { cookie } = await logInOnce(connection, { username, password });
	return { connection, credential: { cookie }, username };
}

async function checkerByBearer({ port, username, password }: Person): Promise<Checker> {
	const connection = createConnection(port);
	const visit = await beginVisit(connection);
	const { body } = await postLogin(connection, { ...visit, username, password });
	const { token } = JSON.parse(body) as { token: string };
	return { connection, credential: { authorization: `Bearer ${token}` }, username };
}

function prepared() {
	if (logIns === undefined) throw new Error("Nobody is prepared.");
	return logIns;
}

const tasks = {
	async prepare({ port, password }: { port: number; password: string }): Promise<void> {
		const person = (username: string): Person => ({ port, username, password });
		for (let count = 0; count < checkerCount.cookie; count += 1)
			checkers.push(await checkerByCookie(person(people.checked)));
		for (let count = 0; count < checkerCount.bearer; count += 1)
			checkers.push(await checkerByBearer(person(people.checked)));
		logIns = {
			byCsrf: await knownByCsrfValue(person(people.byCsrf)),
			byDevice: await knownByDevice(person(people.byDevice)),
			stranger: await stranger(person(people.stranger)),
		};
	},
	/** Everybody at a fixed pace, for `duration` milliseconds. */
	async visit({ duration }: { duration: number }): Promise<Visited> {
		const { byCsrf, byDevice, stranger } = prepared();
		const every = byDevice === null ? LOGIN_EVERY : 2 * LOGIN_EVERY;
		const [checks, csrfLogins, deviceLogins, strangers] = await Promise.all([
			checkAtPace(checkers, { duration, every: CHECK_EVERY }),
			logInAtPace(byCsrf, { duration, every, offset: 0 }),
			byDevice === null ? null : logInAtPace(byDevice, { duration, every, offset: LOGIN_EVERY }),
			logInAtPace(stranger, { duration, every: STRANGER_EVERY, offset: LOGIN_EVERY / 2 }),
		]);
		return { checks, byCsrf: csrfLogins, byDevice: deviceLogins, strangers };
	},
	check: ({ duration }: { duration: number }) => checkWithoutPause(checkers, duration),
	async recover({ usual, most }: { usual: Usual; most: number }) {
		const [checker] = checkers;
		if (checker === undefined) throw new Error("Nobody is prepared.");
		return timeToRecover({ logIn: prepared().stranger, checker }, { usual, most });
	},
	async leave(): Promise<void> {
		for (const { connection } of checkers) connection.close();
		checkers = [];
	},
};

export type VisitorTasks = typeof tasks;
offer(tasks);
