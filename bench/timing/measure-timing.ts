import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import type { AttackerTasks } from "../lib/attackers-process.ts";
import { type Connection, createConnection } from "../lib/connection.ts";
import { startHelper } from "../lib/helper-process.ts";
import { startServer } from "../lib/server-process.ts";
import { temporaryFolder } from "../lib/temporary-folder.ts";
import { beginVisit, postLogin, type Visit } from "../lib/visit.ts";
import { makeUsers, type Trial, trials } from "./trials.ts";

export interface TimingOptions {
	/** At most, of both. */
	rounds: number;
	seconds: number;
	/** Connections that guess meanwhile, so that the queue is never empty; 0: an idle service. */
	load: number;
	/** SALLYPORT_*: of the service, beside those that keep the throttle out of it. */
	settings?: Record<string, string>;
	/** Rounds that do not count, for the just-in-time compiler. */
	warmUp?: number;
}

export interface TimingFigures {
	options: TimingOptions;
	/** Milliseconds, one per round. */
	times: Array<{ reason: string; times: number[] }>;
	wrong: string[];
}

/** What the throttle allows one account with the settings below. */
export const MOST_ROUNDS = 900;
const WARM_UP = 5;
/** Milliseconds until the load has filled the queue. */
const FILL = 2000;

const throttle = {
	// One address fails all the time, and some accounts: the throttle is not what is measured.
	SALLYPORT_ACCOUNT_FAILURES: "1000",
	SALLYPORT_CONSECUTIVE_FAILURES: "10000",
	SALLYPORT_ADDRESS_FAILURES: "1000000",
	SALLYPORT_TRUSTED_PROXIES: "127.0.0.1/32",
};

/** One refusal of each kind per round, in random order, one at a time over one connection. */
export async function measureTiming(options: TimingOptions): Promise<TimingFigures> {
	using folder = temporaryFolder();
	await using ends = new AsyncDisposableStack();
	const settings = { ...throttle, ...options.settings };
	writeFileSync(join(folder.path, "password"), "brass otter lantern quill", { mode: 0o600 });
	await makeUsers(folder.path, settings);
	const server = await startServer(folder.path, { settings });
	ends.defer(server.end);
	const attackers = startHelper<AttackerTasks>(new URL("../lib/attackers-process.ts", import.meta.url));
	ends.defer(attackers.end);
	await attackers.ask("prepare", { port: server.port, connections: options.load, from: "many" });
	await attackers.ask("begin");
	if (options.load > 0) await rest(FILL);

	const connection = createConnection(server.port);
	ends.defer(connection.close);
	const wrong: string[] = [];
	const times = trials.map(({ reason }) => ({ reason, times: [] as number[] }));
	const end = performance.now() + options.seconds * 1000;
	const rounds = Math.min(options.rounds, MOST_ROUNDS);
	for (
		let round = -(options.warmUp ?? WARM_UP);
		round < rounds && (performance.now() < end || round < 1);
		round += 1
	) {
		// A csrf value allows a number of failures, too.
		const visit = await beginVisit(connection);
		const measured = new Map<Trial, number>();
		for (const trial of shuffled(trials)) measured.set(trial, await refuse(connection, visit, trial, wrong));
		// Under load some are not tried at all; then the round says nothing.
		if (round < 0 || [...measured.values()].some(Number.isNaN)) continue;
		for (const [index, trial] of trials.entries())
			times[index]?.times.push(measured.get(trial) ?? Number.NaN);
	}
	return { options, times, wrong };
}

/** Milliseconds until the refusal is there; NaN when the service was too busy to look at it. */
async function refuse(
	connection: Connection,
	visit: Visit,
	{ reason, username, password }: Trial,
	wrong: string[],
): Promise<number> {
	const asked = performance.now();
	const { status, body } = await postLogin(connection, { ...visit, username, password });
	const took = performance.now() - asked;
	if (status === 503) return Number.NaN;
	const isRefusal = status === 401 && body.includes('"code":"invalid_credentials"');
	if (!isRefusal) wrong.push(`${reason}: ${status} ${body}`);
	return took;
}

/** By random keys. */
function shuffled<Value>(values: readonly Value[]): Value[] {
	return values
		.map((value) => ({ value, key: Math.random() }))
		.sort((one, other) => one.key - other.key)
		.map(({ value }) => value);
}
