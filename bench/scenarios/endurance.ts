/**
 * Three instances behind nginx on PostgreSQL serve everything at once, while one is killed, one is drained and the database
 * is stopped. Compares all that was answered with what may be answered. Ends with code 1 if anything was wrong.
 */
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { startPostgres } from "../../packages/server/test/support/postgres-cluster.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { createProbes, lookAgain, operate, work } from "../endurance/actors.ts";
import type { Call } from "../endurance/call.ts";
import { type FrontName, frontHere, runFaults, startFront, startInstances } from "../endurance/deployment.ts";
import { createPerson } from "../endurance/person.ts";
import { isRight, reportEndurance } from "../endurance/report.ts";
import { temporaryFolder } from "../lib/processes.ts";
import { addPeople, SECRET } from "../lib/sallyport.ts";
import { defineScenario } from "../scenario.ts";

interface EnduranceOptions {
	/** Milliseconds of load; a look at everything comes after it. */
	duration: number;
	workers: number;
	/** Milliseconds from one act of a worker to the next, at least, and of the operator. */
	pace: number;
	operatorPace: number;
	front: FrontName;
	/** More SALLYPORT_* settings. */
	settings?: Record<string, string>;
}

export type EnduranceFigures = Awaited<ReturnType<typeof measureEndurance>>;

const PEOPLE_PER_WORKER = 3;
const OPERATED = 2;
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
	const { duration, workers, pace, operatorPace } = options;
	using temporary = temporaryFolder();
	const folder = temporary.path;
	await using ends = new AsyncDisposableStack();
	const database = await startPostgres();
	ends.defer(database.stop);
	const front = await freePort();
	const settings = {
		...limits,
		SALLYPORT_SECRET: SECRET,
		// The clusters of tests are faster than safe; what was acknowledged must be there when this one comes back.
		SALLYPORT_DATABASE_URL: `${database.url("postgres")}?options=-c%20synchronous_commit%3Don`,
		SALLYPORT_BASE_URL: `http://localhost:${front}`,
		SALLYPORT_ADMIN_PASSWORD_FILE: "",
		...options.settings,
	};
	const password = randomUUID();
	const names = Array.from(
		{ length: workers * PEOPLE_PER_WORKER + OPERATED },
		(_, person) => `person${person}`,
	);
	const parameters = { memoryCost: 64, timeCost: 1, parallelism: 1 };
	await addPeople(folder, names, { settings, parameters, password });
	const instances = ends.use(await startInstances(folder, settings));
	const { ports } = instances;
	const balancer = ends.use(await startFront(options.front, { folder, port: front, ports }));

	const calls: Call[] = [];
	let isOver = false;
	const partOf = (index: number, users: readonly string[], ownPace: number) => ({
		people: users.map((user) =>
			createPerson(user, password, `127.0.1.${index + 1}`, { front, instances: ports, calls }),
		),
		probes: createProbes(),
		pace: ownPace,
		isOver: () => isOver,
	});
	const parts = Array.from({ length: workers }, (_, worker) =>
		partOf(worker, names.slice(worker * PEOPLE_PER_WORKER, (worker + 1) * PEOPLE_PER_WORKER), pace),
	);
	const operated = partOf(workers, names.slice(-OPERATED), operatorPace);
	const load = Promise.all([...parts.map(work), operate(operated, { calls, folder, settings })]);
	const faults = runFaults(duration, instances, database);
	// If the faults cannot be run, the load must not go on for ever.
	const marks = await Promise.race([faults, load.then(() => faults)]).finally(() => {
		isOver = true;
	});
	const until = performance.now();
	await load;
	await Promise.all([...parts, operated].map(lookAgain));
	for (const person of [...parts, operated].flatMap(({ people }) => people)) person.close();
	const [complaints, failures] = [balancer.complaints(), instances.failures()];
	return { options, calls, marks, until, complaints, failures };
}

export const scenario = defineScenario(
	{
		seconds: { type: "string", default: "300" },
		/** A file, for a line of JSON per call. */
		"keep-history": { type: "string" },
		workers: { type: "string", default: "20" },
		/** nginx where it is installed. */
		front: { type: "string" },
	},
	async ({ seconds, "keep-history": file, workers, front = frontHere() }) => {
		if (front !== "nginx" && front !== "round-robin") throw new Error("--front is nginx or round-robin.");
		const duration = Number(seconds) * 1000;
		const options = { duration, workers: Number(workers), pace: 400, operatorPace: 4000, front } as const;
		const figures = await measureEndurance(options);
		if (file !== undefined)
			writeFileSync(file, figures.calls.map((call) => `${JSON.stringify(call)}\n`).join(""));
		if (!isRight(figures)) process.exitCode = 1;
		return reportEndurance(figures);
	},
);
