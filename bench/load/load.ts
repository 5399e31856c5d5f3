import { setTimeout as rest } from "node:timers/promises";
import { machineTime, processTime } from "../lib/processor.ts";
import type { Helper } from "./helper.ts";
import type * as LoadTasks from "./load-process.ts";

export type Loaded = Awaited<ReturnType<typeof loadServer>>;

/** Milliseconds that the compilers of both sides need: after one second a server checks two thirds of what it does after seven. */
const WARM_UP = 3000;
/** Milliseconds, and the part of a processor that a server without requests may want. */
const CALM = { every: 100, limit: 15_000, below: 0.1 };

/** Sends the requests through all connections, each the next one as soon as it has an answer. Rejects if none succeeds. */
export async function loadServer(
	helper: Helper<typeof LoadTasks>,
	pid: number,
	order: LoadTasks.LoadOrder,
	{ warmUp }: { warmUp: boolean },
) {
	if (warmUp) {
		await helper.ask("load", { ...order, duration: WARM_UP });
		await untilCalm(pid);
	}
	const times = () => {
		const { busy, stolen } = machineTime();
		return [processTime(pid).ran, processTime(helper.pid).ran, busy + stolen] as const;
	};
	const before = times();
	const began = performance.now();
	const figures = await helper.ask("load", order);
	const seconds = (performance.now() - began) / 1000;
	const [server = 0, load = 0, machine = 0] = times().map((time, index) => time - (before[index] ?? 0));
	await untilCalm(pid);
	return {
		...figures,
		perSecond: figures.answered / figures.seconds,
		/** For each second that all threads of the server together had a processor. */
		perProcessorSecond: figures.answered / server,
		/** Parts of one processor; a database server counts among the others, as does the host. */
		server: server / seconds,
		load: load / seconds,
		others: Math.max(0, (machine - server - load) / seconds),
	};
}

/** Some continue hashing for clients that have hung up; the next measurement must not pay for that. */
async function untilCalm(pid: number): Promise<void> {
	const wantedBy = () => {
		const { ran, waited } = processTime(pid);
		return ran + waited;
	};
	const deadline = performance.now() + CALM.limit;
	let [at, wanted] = [performance.now(), wantedBy()];
	do {
		await rest(CALM.every);
		const [now, later] = [performance.now(), wantedBy()];
		if ((later - wanted) / ((now - at) / 1000) < CALM.below) return;
		[at, wanted] = [now, later];
	} while (performance.now() < deadline);
}
