/**
 * Three instances behind nginx on PostgreSQL serve everything at once, while one is killed, one is drained and the database
 * is stopped. Compares all that was answered with what may be answered. Ends with code 1 if anything was wrong.
 */
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { setTimeout as rest } from "node:timers/promises";
import type { Step } from "../../packages/server/test/support/credential-history.ts";
import { startPostgres } from "../../packages/server/test/support/postgres-cluster.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import type { Call } from "../endurance/call.ts";
import { runFaults, startFront, startInstances } from "../endurance/deployment.ts";
import { createPerson, type Person } from "../endurance/person.ts";
import { isRight, reportEndurance } from "../endurance/report.ts";
import { temporaryFolder } from "../lib/processes.ts";
import { addPeople, SECRET } from "../lib/sallyport.ts";
import { defineScenario } from "../scenario.ts";

interface EnduranceOptions {
	/** Milliseconds of load; a look at everything comes after it. */
	duration: number;
	workers: number;
	/** Milliseconds from one act of a worker to the next, at least. */
	pace: number;
	/** More SALLYPORT_* settings. */
	settings?: Record<string, string>;
}

export type EnduranceFigures = Awaited<ReturnType<typeof measureEndurance>>;

const PEOPLE_PER_WORKER = 3;
/** Of each person; one that is never logged out would gather them without end. */
const SESSIONS_KEPT = 5;
const limits = {
	// Old passwords are tried all the time here, and users log in more often than people do.
	SALLYPORT_ACCOUNT_FAILURES: "1000",
	SALLYPORT_ADDRESS_FAILURES: "1000000",
	SALLYPORT_CSRF_FAILURES: "1000000",
	SALLYPORT_CONSECUTIVE_FAILURES: "10000",
	SALLYPORT_COOKIE_SESSIONS_PER_USER: "10000",
	SALLYPORT_TOKEN_SESSIONS_PER_USER: "100000",
};

/** Rejects only if it cannot be set up. */
export async function measureEndurance(options: EnduranceOptions) {
	const { duration, workers, pace } = options;
	using temporary = temporaryFolder();
	const folder = temporary.path;
	await using ends = new AsyncDisposableStack();
	const database = await startPostgres();
	ends.defer(database.stop);
	const port = await freePort();
	const settings = {
		...limits,
		SALLYPORT_SECRET: SECRET,
		// The clusters of tests are faster than safe; what was acknowledged must be there when this one comes back.
		SALLYPORT_DATABASE_URL: `${database.url("postgres")}?options=-c%20synchronous_commit%3Don`,
		SALLYPORT_BASE_URL: `http://localhost:${port}`,
		SALLYPORT_ADMIN_PASSWORD_FILE: "",
		...options.settings,
	};
	const password = randomUUID();
	const names = Array.from({ length: workers * PEOPLE_PER_WORKER }, (_, person) => `person${person}`);
	const parameters = { memoryCost: 64, timeCost: 1, parallelism: 1 };
	await addPeople(folder, names, { settings, parameters, password });
	const instances = ends.use(await startInstances(folder, settings));
	const { ports } = instances;
	const { name: front } = ends.use(await startFront({ folder, port, ports }));

	const calls: Call[] = [];
	const history: Step[] = [];
	let isOver = false;
	const world = { front: port, instances: ports, calls, history };
	const people = names.map((name, index) =>
		ends.use(createPerson(name, password, `127.0.1.${1 + (index % workers)}`, world)),
	);
	async function work(worker: number): Promise<void> {
		const own = people.filter((_, index) => index % workers === worker);
		await rest(Math.random() * pace);
		while (!isOver) {
			const begun = performance.now();
			await act(anyOf(own));
			await rest(Math.max(0, begun + pace - performance.now()));
		}
	}
	const load = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
	const faults = runFaults(duration, instances, database);
	// If the faults cannot be run, the load must not go on for ever.
	const marks = await Promise.race([faults, load.then(() => faults)]).finally(() => {
		isOver = true;
	});
	const until = performance.now();
	await load;
	await Promise.all(people.map((person) => person.lookAgain()));
	return { front, calls, history, marks, until, failures: instances.failures() };
}

const anyOf = <Value>(values: readonly Value[]) => values[Math.floor(Math.random() * values.length)] as Value;

async function act(person: Person): Promise<unknown> {
	const dice = Math.random() * 100;
	if (person.sessions().length === 0) return person.logIn();
	const session = anyOf(person.sessions());
	if (dice < 35) return person.check(session);
	if (dice < 45) return person.probeOne();
	if (dice < 60 && person.sessions().length < SESSIONS_KEPT) return person.logIn();
	if (dice < 72) return person.renew(session);
	// The check may see the session before the logout or after it.
	if (dice < 86) return Promise.all([person.check(session), person.logOut(session)]);
	if (dice < 91) return person.guess();
	return dice < 96 ? person.changePassword(session) : person.check(session);
}

/** `keep-history`: a file, for a line of JSON per call. */
export const scenario = defineScenario(
	{ seconds: 300, "keep-history": "", workers: 20 },
	async ({ seconds, "keep-history": file, workers }) => {
		const figures = await measureEndurance({ duration: seconds * 1000, workers, pace: 400 });
		if (file !== "") writeFileSync(file, figures.calls.map((call) => `${JSON.stringify(call)}\n`).join(""));
		if (!isRight(figures)) process.exitCode = 1;
		return reportEndurance(figures);
	},
);
