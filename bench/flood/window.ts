import type { AttackerTasks, FloodCounts } from "../lib/attackers-process.ts";
import type { Helper } from "../lib/helper-process.ts";
import {
	machineTime,
	type ProcessorTime,
	processTime,
	takePeakMemory,
	threadTimes,
} from "../lib/processor.ts";
import type { ServerProcess } from "../lib/server-process.ts";
import type { VisitorTasks } from "./visitors-process.ts";

export interface Cast {
	server: ServerProcess;
	attackers: Helper<AttackerTasks>;
	visitors: Helper<VisitorTasks>;
}

export const parties = [
	"main thread",
	"hashing threads",
	"other threads",
	"attackers",
	"visitors",
	"other programs",
	"host",
] as const;
export type Party = (typeof parties)[number];

/** What happened between two moments. */
export interface Window<Result> {
	result: Result;
	seconds: number;
	/** In seconds; only running is known of other programs and of the host, which lends its processors elsewhere. */
	time: Record<Party, ProcessorTime>;
	/** Answers to the flood, by status. */
	answers: Record<number, number>;
	medianRefusal: number;
	/** Most memory of the server, MB. */
	peak: number;
	/** Of the monotonic clock, in microseconds. */
	from: number;
	to: number;
}

const microseconds = () => Number(process.hrtime.bigint() / 1000n);

function processorTimes({ server, attackers, visitors }: Cast): Record<Party, ProcessorTime> {
	const none = { ran: 0, waited: 0 };
	const threads = threadTimes(server.pid);
	const main = threads.get("main") ?? none;
	const hashing = threads.get("libuv-worker") ?? none;
	const all = processTime(server.pid);
	const [attacking, visiting] = [processTime(attackers.pid), processTime(visitors.pid)];
	const { busy, stolen } = machineTime();
	return {
		"main thread": main,
		"hashing threads": hashing,
		"other threads": {
			ran: all.ran - main.ran - hashing.ran,
			waited: all.waited - main.waited - hashing.waited,
		},
		attackers: attacking,
		visitors: visiting,
		"other programs": { ran: busy - all.ran - attacking.ran - visiting.ran, waited: 0 },
		host: { ran: stolen, waited: 0 },
	};
}

/** Runs `work` and says what else happened meanwhile. */
export async function measureWindow<Result>(
	cast: Cast,
	work: () => Promise<Result>,
): Promise<Window<Result>> {
	takePeakMemory(cast.server.pid);
	const before = processorTimes(cast);
	const countsBefore: FloodCounts = await cast.attackers.ask("count");
	const from = microseconds();
	const result = await work();
	const to = microseconds();
	const counts = await cast.attackers.ask("count");
	const after = processorTimes(cast);
	const time = Object.fromEntries(
		parties.map((party) => {
			const [one, other] = [before[party], after[party]];
			return [party, { ran: other.ran - one.ran, waited: other.waited - one.waited }];
		}),
	) as Record<Party, ProcessorTime>;
	const answers = Object.fromEntries(
		Object.entries(counts.answers).map(([status, count]) => [
			status,
			count - (countsBefore.answers[Number(status)] ?? 0),
		]),
	);
	return {
		result,
		seconds: (to - from) / 1e6,
		time,
		answers,
		medianRefusal: counts.medianRefusal,
		peak: takePeakMemory(cast.server.pid),
		from,
		to,
	};
}
