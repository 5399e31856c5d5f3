import { setTimeout as rest } from "node:timers/promises";
import type { Helper } from "../lib/helper-process.ts";
import { machineTime, processTime } from "../lib/processor.ts";
import type { LoadFigures, LoadOrder, LoadTasks } from "./load-process.ts";

export interface Loaded extends LoadFigures {
	perSecond: number;
	/** For each second that all threads of the server together had a processor. */
	perProcessorSecond: number;
	/** Parts of one processor. */
	server: number;
	load: number;
	/** What other programs had, the host included; the database of a server counts among them. */
	others: number;
}

/** Milliseconds; what the just-in-time compilers of both sides need. After one second ours checks two thirds of what it does after seven. */
const WARM_UP = 3000;
/** Milliseconds, and the part of a processor that a server without requests may want. */
const CALM = { every: 100, limit: 15_000, below: 0.1 };

/** Sends the requests through all connections, each the next one as soon as it has an answer. Rejects if none succeeds. */
export async function loadServer(
	helper: Helper<LoadTasks>,
	pid: number,
	order: LoadOrder,
	{ warmUp }: { warmUp: boolean },
): Promise<Loaded> {
	if (warmUp) {
		await helper.ask("load", { ...order, duration: WARM_UP });
		await untilCalm(pid);
	}
	const before = timesOf(pid, helper.pid);
	const began = performance.now();
	const figures = await helper.ask("load", order);
	const seconds = (performance.now() - began) / 1000;
	const after = timesOf(pid, helper.pid);
	await untilCalm(pid);
	if (figures.answered === 0)
		throw new Error(`Not one request succeeded in time: ${JSON.stringify(figures.statuses)}`);
	const server = after.server - before.server;
	const load = after.load - before.load;
	return {
		...figures,
		perSecond: figures.answered / figures.seconds,
		perProcessorSecond: figures.answered / server,
		server: server / seconds,
		load: load / seconds,
		others: Math.max(0, (after.machine - before.machine - server - load) / seconds),
	};
}

/** Some go on hashing for clients that have hung up; that must not be charged to whoever is measured next. */
async function untilCalm(pid: number): Promise<void> {
	const deadline = performance.now() + CALM.limit;
	let [at, wanted] = [performance.now(), wantedBy(pid)];
	do {
		await rest(CALM.every);
		const [now, later] = [performance.now(), wantedBy(pid)];
		if ((later - wanted) / ((now - at) / 1000) < CALM.below) return;
		[at, wanted] = [now, later];
	} while (performance.now() < deadline);
}

/** Seconds of processor time that it had or waited for. */
function wantedBy(pid: number): number {
	const { ran, waited } = processTime(pid);
	return ran + waited;
}

function timesOf(server: number, load: number) {
	const { busy, stolen } = machineTime();
	return { server: processTime(server).ran, load: processTime(load).ran, machine: busy + stolen };
}
