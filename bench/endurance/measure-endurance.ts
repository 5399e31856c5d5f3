import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { createRunner } from "../../packages/server/test/support/command.ts";
import { type PostgresCluster, startPostgres } from "../../packages/server/test/support/postgres-cluster.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { temporaryFolder } from "../lib/temporary-folder.ts";
import { type Caller, createCaller } from "./caller.ts";
import { type Mark, runFaults } from "./faults.ts";
import { type FrontName, startFront } from "./front.ts";
import { type Call, createHistory } from "./history.ts";
import { startInstances } from "./instances.ts";
import { judge } from "./judge.ts";
import { operate } from "./operator.ts";
import { createPerson } from "./person.ts";
import { createProbes } from "./probes.ts";
import type { Finding } from "./user-facts.ts";
import { lookAgain, work } from "./worker.ts";

export interface EnduranceOptions {
	/** Milliseconds of load; a look at everything comes after it. */
	duration: number;
	workers: number;
	/** Milliseconds from one act of a worker to the next, at least. */
	pace: number;
	/** Milliseconds between two rounds of the operator. */
	operatorPause: number;
	front: FrontName;
	/** More SALLYPORT_* settings. */
	settings: Record<string, string>;
}

export interface EnduranceFigures {
	options: EnduranceOptions;
	calls: readonly Call[];
	marks: Mark[];
	/** End of the load, on the clock of the history. */
	until: number;
	findings: Finding[];
	/** What the front had against its instances, each time. */
	complaints: string[];
	/** Failures that an instance logged, of which the database is not the cause. */
	failures: string[];
}

const PEOPLE_PER_WORKER = 3;
const OPERATED = 2;

const common = {
	SALLYPORT_SECRET: "a secret of this run, long enough to be one",
	SALLYPORT_TRUSTED_PROXIES: "127.0.0.1",
	// Old passwords are tried all the time here, and everybody logs in more often than people do.
	SALLYPORT_ACCOUNT_FAILURES: "1000",
	SALLYPORT_ACCOUNT_LOGINS: "100000",
	SALLYPORT_ADDRESS_FAILURES: "1000000",
	SALLYPORT_CSRF_FAILURES: "1000000",
	SALLYPORT_CONSECUTIVE_FAILURES: "10000",
	SALLYPORT_COOKIE_SESSIONS_PER_USER: "10000",
	SALLYPORT_TOKEN_SESSIONS_PER_USER: "100000",
};

/** Three instances behind a load balancer on one database, all of which have their bad moments. Rejects only if it cannot be set up. */
export async function measureEndurance(options: EnduranceOptions): Promise<EnduranceFigures> {
	using folder = temporaryFolder();
	await using ends = new AsyncDisposableStack();
	const database = await startPostgres();
	ends.defer(database.stop);
	const front = await freePort();
	const settings = { ...common, SALLYPORT_BASE_URL: `http://localhost:${front}`, ...options.settings };
	const databaseUrl = durable(database);
	const run = createRunner({ ...settings, SALLYPORT_DATABASE_URL: databaseUrl });
	const password = randomUUID();
	const names = Array.from(
		{ length: options.workers * PEOPLE_PER_WORKER + OPERATED },
		(_, index) => `person${index}`,
	);
	await importPeople(run, names, password);
	const instances = await startInstances(databaseUrl, settings);
	ends.defer(instances.stop);
	const balancer = await startFront(options.front, {
		folder: folder.path,
		port: front,
		ports: instances.ports,
	});
	ends.defer(balancer.stop);

	const history = createHistory(() => performance.now());
	const random = Math.random;
	const callers: Caller[] = [];
	const peopleOf = (worker: number, many: readonly string[]) => {
		const ports = { front, instances: instances.ports };
		const caller = createCaller({ ports, history, address: `127.0.1.${worker + 1}` });
		callers.push(caller);
		return many.map((username) => createPerson({ username, password, caller }));
	};
	const probesOf = () => createProbes({ now: history.now, random });
	let isOver = false;
	const parts = Array.from({ length: options.workers }, (_, worker) => ({
		people: peopleOf(worker, names.slice(worker * PEOPLE_PER_WORKER, (worker + 1) * PEOPLE_PER_WORKER)),
		probes: probesOf(),
	}));
	const operated = { people: peopleOf(options.workers, names.slice(-OPERATED)), probes: probesOf() };
	const { pace, operatorPause: pause } = options;
	const load = Promise.all([
		...parts.map((part) => work({ ...part, pace, random, isOver: () => isOver })),
		operate({ ...operated, pause, run, history, isOver: () => isOver }),
	]);
	const faults = runFaults({ duration: options.duration, instances, database, now: history.now });
	// If the faults cannot be run, the load must not go on for ever.
	const marks = await Promise.race([faults, load.then(() => faults)]).finally(() => {
		isOver = true;
	});
	const until = history.now();
	await load;
	await Promise.all([...parts, operated].map(({ people, probes }) => lookAgain(people, probes)));
	for (const caller of callers) caller.close();
	return {
		options,
		calls: history.calls,
		marks,
		until,
		findings: judge(history.calls),
		complaints: balancer.complaints(),
		failures: instances.failures(),
	};
}

/** The clusters of tests are faster than safe; what was acknowledged must be there when this one comes back. */
function durable(database: PostgresCluster): string {
	return `${database.url("postgres")}?options=-c%20synchronous_commit%3Don`;
}

async function importPeople(
	run: ReturnType<typeof createRunner>,
	names: readonly string[],
	password: string,
) {
	const passwordHash = await hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });
	const lines = names.map((username) => JSON.stringify({ username, passwordHash }));
	const { code, out, err } = await run("user import -", { input: `${lines.join("\n")}\n` });
	if (code !== 0) throw new Error(`The people could not be imported: ${out} ${err}`);
}
