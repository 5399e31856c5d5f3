/** A server under a flood of wrong passwords, seen by visitors: applications that check credentials, and people who log in. */
import { setTimeout as rest } from "node:timers/promises";
import type { RunningServer } from "../lib/processes.ts";
import { forgetPeak, memoryOf, processTime, threadTimes, total } from "../lib/processor.ts";
import { median, quantile } from "../lib/statistics.ts";
import type * as CrowdTasks from "./crowd-process.ts";
import { isInHalt } from "./halts.ts";
import { startHelper } from "./helper.ts";
import type * as MachineTasks from "./machine-process.ts";
import type * as VisitorTasks from "./visitors-process.ts";

export type Look = Awaited<ReturnType<Awaited<ReturnType<typeof prepareFlood>>["look"]>>;

/** Milliseconds, for the just-in-time compiler, and for the flood to fill the queue. */
const SETTLE = 700;
/** Threads that hash, by the names that the service and libuv give them. */
const hashers = ["password", "libuv-worker"];

/** Both have begun to talk to the server; the flood waits for `begin`. */
export async function prepareFlood(
	server: RunningServer,
	{ kinds, ...crowd }: Omit<CrowdTasks.Crowd, "port"> & { kinds: readonly VisitorTasks.Kind[] },
	ends: AsyncDisposableStack,
) {
	const { pid, port } = server;
	const attackers = ends.use(startHelper<typeof CrowdTasks>("crowd-process.ts"));
	const visitors = ends.use(startHelper<typeof VisitorTasks>("visitors-process.ts"));
	const machine = ends.use(startHelper<typeof MachineTasks>("machine-process.ts"));
	const empty = await machine.ask("listen");
	await visitors.ask("prepare", { port, protocol: crowd.protocol, kinds });
	await attackers.ask("prepare", { ...crowd, port });
	await visitors.ask("hurry", { duration: SETTLE });

	function times() {
		const threads = [...threadTimes(pid)];
		const of = (isOne: (name: string) => boolean) =>
			total(threads.flatMap(([name, time]) => (isOne(name) ? [time] : [])));
		return Object.entries({
			"main thread": of((name) => name === "main"),
			"hashing threads": of((name) => hashers.includes(name)),
			"other threads": of((name) => name !== "main" && !hashers.includes(name)),
			attackers: processTime(attackers.pid),
			visitors: processTime(visitors.pid),
		});
	}

	/** Runs `work`, and finds out what else happened in that time. */
	async function during<Result>(work: () => Promise<Result>) {
		forgetPeak(pid);
		await attackers.ask("count");
		const [before, began] = [times(), performance.now()];
		const result = await work();
		const seconds = (performance.now() - began) / 1000;
		const after = times().map(([party, { ran, waited }], index) => {
			const [, then = { ran: 0, waited: 0 }] = before[index] ?? [];
			return [party, { ran: ran - then.ran, waited: waited - then.waited }] as const;
		});
		/** Answers to the flood, by status; 0: broken connections. */
		const { answers, wrong } = await attackers.ask("count");
		const time = Object.fromEntries(after);
		return { result, window: { seconds, time, answers, wrong, peak: memoryOf(pid).peak } };
	}

	return {
		during,
		end: () => attackers.ask("end"),
		async begin() {
			await attackers.ask("begin");
			await rest(SETTLE);
		},
		/**
		 * Milliseconds: at a fixed pace, and then with the ten connections asking without pause. `p50` and `p99` are of the checks
		 * that were not due in a second in which the machine halted, `emptyP99` of a server that does nothing.
		 */
		async look(duration: number, hurry: number) {
			const { result, window } = await during(() =>
				Promise.all([visitors.ask("watch", { duration, empty }), machine.ask("watch", { duration })]),
			);
			const [seen, halts] = result;
			const hurried = await during(() => visitors.ask("hurry", { duration: hurry }));
			const outsideHalts = (paced: readonly VisitorTasks.Paced[]) =>
				paced.filter(({ due }) => !isInHalt(due, halts)).map(({ took }) => took);
			const usual = outsideHalts(seen.checks);
			const all = seen.checks.map(({ took }) => took);
			return {
				...{ seen, window, hurried: hurried.window, halts },
				checksPerSecond: hurried.result / hurried.window.seconds,
				...{ p50: median(usual), p99: quantile(usual, 0.99), p99WithHalts: quantile(all, 0.99) },
				emptyP99: quantile(outsideHalts(seen.empties), 0.99),
			};
		},
	};
}
