import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { hashSync } from "@node-rs/argon2";
import { knownByDevice, type LoginFigures, logInAtPace } from "../flood/logins.ts";
import { type Connection, createConnection } from "../lib/connection.ts";
import { type Helper, startHelper } from "../lib/helper-process.ts";
import { runSallyport } from "../lib/sallyport.ts";
import { type ServerProcess, startServer } from "../lib/server-process.ts";
import { temporaryFolder } from "../lib/temporary-folder.ts";
import { beginVisit, postLogin, type Visit } from "../lib/visit.ts";
import type { LaneFlood, LaneFloodTasks } from "./flood-process.ts";

export interface LaneFigures {
	by: LaneFlood["by"];
	inFlight: number;
	/** By the try at which each owner got in; the last entry: never. */
	owners: number[];
	known: LoginFigures;
	/** Answers to the flood, by status, and for how many seconds it lasted. */
	answers: Record<number, number>;
	seconds: number;
	wrong: string[];
}

const PASSWORD = "brass otter lantern quill";
const MOST_TRIES = 4;
/** Milliseconds: for the flood to fill the queue; in which the owners begin; between logins of known devices. */
const WARM_UP = 2000;
const ARRIVAL = 8000;
const KNOWN_EVERY = 250;

const settings = {
	SALLYPORT_HASH_THREADS: "2",
	SALLYPORT_TRUSTED_PROXIES: "127.0.0.1/32",
	// The guessers of a run are never rate limited: it measures the queue.
	SALLYPORT_ADDRESS_FAILURES: "100000",
};

/** One service, and one flood after the other. Rejects only if it cannot be set up. */
export async function measureLanes(given: {
	floods: number[];
	owners: number;
	/** Called after each flood. */
	measured: (figures: LaneFigures) => void;
}): Promise<LaneFigures[]> {
	using folder = temporaryFolder();
	await using ends = new AsyncDisposableStack();
	const { path } = folder;
	writeFileSync(join(path, "password"), PASSWORD, { mode: 0o600 });
	const passwordHash = hashSync(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
	const names = ["flooder", "known", ...Array.from({ length: given.owners }, (_, owner) => `owner${owner}`)];
	const lines = names.map((username) => JSON.stringify({ username, passwordHash }));
	writeFileSync(join(path, "users.jsonl"), `${lines.join("\n")}\n`);
	await runSallyport(path, ["user", "import", join(path, "users.jsonl")], { settings });
	const server = await startServer(path, { settings });
	ends.defer(server.end);
	const flood = startHelper<LaneFloodTasks>(new URL("./flood-process.ts", import.meta.url));
	ends.defer(flood.end);
	// Attackers have machines of their own. Here it takes what service and owners leave, or it would starve the hashing threads.
	setPriority(flood.pid, 19);
	const figures: LaneFigures[] = [];
	for (const by of ["one known device", "strangers", "strangers of one /48"] as const)
		for (const inFlight of given.floods) {
			const run = figures.length + 1;
			const measured = await measureFlood(server, flood, { by, inFlight, run }, given.owners);
			given.measured(measured);
			figures.push(measured);
		}
	return figures;
}

async function measureFlood(
	{ port }: ServerProcess,
	flood: Helper<LaneFloodTasks>,
	{ by, inFlight, run }: Pick<LaneFlood, "by" | "inFlight" | "run">,
	count: number,
): Promise<LaneFigures> {
	const known = await knownByDevice({ port, username: "known", password: PASSWORD });
	if (known === null) throw new Error("The service knows no devices.");
	const visitors = createConnection(port, count);
	const visits = await Promise.all(Array.from({ length: count }, () => beginVisit(visitors)));
	const owners = Array<number>(MOST_TRIES + 1).fill(0);
	const wrong: string[] = [];

	await flood.ask("begin", { port, by, inFlight, run, username: "flooder", password: PASSWORD });
	const begin = performance.now();
	await rest(WARM_UP);
	const end = ARRIVAL + 2000 * MOST_TRIES;
	const [knownFigures] = await Promise.all([
		logInAtPace(known, { duration: end, every: KNOWN_EVERY, offset: 0 }),
		...visits.map(async (visit, owner) => {
			await rest((owner * ARRIVAL) / count);
			const address = `198.51.${run}.${owner}`;
			const tries = await tryToLogIn(visitors, { visit, username: `owner${owner}`, address }, wrong);
			owners[tries - 1] = (owners[tries - 1] ?? 0) + 1;
		}),
	]);
	const answers = await flood.ask("end");
	const seconds = (performance.now() - begin) / 1000;
	visitors.close();
	await rest(3000); // What waits is answered or late.
	return {
		by,
		inFlight,
		owners,
		known: knownFigures,
		answers,
		seconds,
		wrong: [...wrong, ...knownFigures.wrong],
	};
}

/** As a patient client: again when Retry-After says. Resolves to the try that worked, or one more than there are. */
async function tryToLogIn(
	connection: Connection,
	{ visit, username, address }: { visit: Visit; username: string; address: string },
	wrong: string[],
): Promise<number> {
	const login = { ...visit, username, password: PASSWORD, address };
	for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
		try {
			const { status, headers, body } = await postLogin(connection, login);
			if (status === 200) return attempt;
			if (status !== 503 && status !== 429) wrong.push(`an owner: ${status} ${body}`);
			if (attempt < MOST_TRIES) await rest(1000 * Number(headers["retry-after"] ?? 1));
		} catch (error) {
			wrong.push(`an owner: ${String(error)}`);
		}
	}
	return MOST_TRIES + 1;
}
