/** A server under a flood of wrong passwords, seen by visitors: applications that check credentials, and people who log in. */
import { setTimeout as rest } from "node:timers/promises";
import type { RunningServer } from "../lib/processes.ts";
import { forgetPeak, machineTime, memoryOf, processTime, threadTimes, total } from "../lib/processor.ts";
import { median, quantile } from "../lib/statistics.ts";
import type { Crowd, CrowdTasks } from "./crowd-process.ts";
import { startHelper } from "./helper.ts";
import type { Kind, VisitorTasks } from "./visitors-process.ts";

export type Party = keyof Window["time"];
export type Flood = Awaited<ReturnType<typeof prepareFlood>>;
export type Look = Awaited<ReturnType<Flood["look"]>>;
/** What happened between two moments. */
export type Window = Awaited<ReturnType<Flood["during"]>>["window"];

/** Milliseconds, for the just-in-time compiler, and for the flood to fill the queue. */
const SETTLE = 700;
/** Threads that hash, by the names that the service and libuv give them. */
const hashers = ["password", "libuv-worker"];

/** Both have begun to talk to the server; the flood waits for `begin`. */
export async function prepareFlood(
	server: RunningServer,
	{ kinds, ...crowd }: Omit<Crowd, "port"> & { kinds: readonly Kind[] },
	ends: AsyncDisposableStack,
) {
	const { pid, port } = server;
	const attackers = ends.use(startHelper<CrowdTasks>("crowd-process.ts"));
	const visitors = ends.use(startHelper<VisitorTasks>("visitors-process.ts"));
	await visitors.ask("prepare", { port, protocol: crowd.protocol, kinds });
	await attackers.ask("prepare", { ...crowd, port });
	await visitors.ask("hurry", { duration: SETTLE });

	function times() {
		const threads = [...threadTimes(pid)];
		const of = (isOne: (name: string) => boolean) =>
			total(threads.flatMap(([name, time]) => (isOne(name) ? [time] : [])));
		const known = {
			"main thread": of((name) => name === "main"),
			"hashing threads": of((name) => hashers.includes(name)),
			"other threads": of((name) => name !== "main" && !hashers.includes(name)),
			attackers: processTime(attackers.pid),
			visitors: processTime(visitors.pid),
		};
		// Of other programs and of the host, which lends its processors elsewhere, only running is known.
		const { busy, stolen } = machineTime();
		const others = { ran: busy - total(Object.values(known)).ran, waited: 0 };
		return { ...known, "other programs": others, host: { ran: stolen, waited: 0 } };
	}

	/** Runs `work`, and finds out what else happened meanwhile. */
	async function during<Result>(work: () => Promise<Result>) {
		forgetPeak(pid);
		const [before, countsBefore, began] = [times(), await attackers.ask("count"), performance.now()];
		const result = await work();
		const seconds = (performance.now() - began) / 1000;
		const [counts, after] = [await attackers.ask("count"), times()];
		const time = after;
		for (const [party, { ran, waited }] of Object.entries(before)) {
			time[party as Party].ran -= ran;
			time[party as Party].waited -= waited;
		}
		/** Answers to the flood, by status; 0: broken connections. */
		const answers: Record<number, number> = {};
		for (const [status, count] of Object.entries(counts.answers))
			answers[Number(status)] = count - (countsBefore.answers[Number(status)] ?? 0);
		const { medianRefusal, wrong } = counts;
		return { result, window: { seconds, time, answers, medianRefusal, wrong, peak: memoryOf(pid).peak } };
	}

	return {
		attackers,
		visitors,
		during,
		async begin() {
			await attackers.ask("begin");
			await rest(SETTLE);
		},
		/** Milliseconds: at a fixed pace, and then with the ten connections asking without pause. */
		async look(duration: number, hurry: number) {
			const { result: seen, window } = await during(() => visitors.ask("watch", { duration }));
			const { result: checks, window: hurried } = await during(() =>
				visitors.ask("hurry", { duration: hurry }),
			);
			const checksPerSecond = checks / hurried.seconds;
			return {
				seen,
				window,
				hurried,
				checks,
				checksPerSecond,
				p50: median(seen.checks),
				p99: quantile(seen.checks, 0.99),
			};
		},
	};
}
