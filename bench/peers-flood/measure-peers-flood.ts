import { setTimeout as rest } from "node:timers/promises";
import { interleave, type Measured } from "../compare/interleave.ts";
import type { Prepared, Stage } from "../compare/stage.ts";
import { startHelper } from "../lib/helper-process.ts";
import { median, quantile } from "../lib/median.ts";
import { people } from "../subjects/subject.ts";
import type { BystanderTasks, Seen } from "./bystanders-process.ts";
import type { CrowdTasks } from "./crowd-process.ts";

export interface Weather {
	/** Milliseconds of a check. */
	p50: number;
	p99: number;
	/** Checks per second when ten connections ask without pause. */
	checksPerSecond: number;
	wrongChecks: number;
	loginsTried: number;
	loginsDone: number;
	/** Milliseconds of those done; null of none. */
	loginP50: number | null;
}

export interface SubjectInFlood {
	quiet: Weather;
	flood: Weather;
	/** Answers to the flood per second, by status; 0: broken connections. */
	answers: Record<number, number>;
}

export interface PeersFloodFigures {
	connections: number;
	floods: Record<string, Measured<SubjectInFlood>>;
}

/** Milliseconds, for the just-in-time compiler, and for the flood to fill what can be filled. */
const SETTLE = 700;

/** Each round with a fresh process: some need long to come back from it. */
export async function measurePeersFlood(
	{ subjects, pace, progress }: Stage,
	{ connections }: { connections: number },
): Promise<PeersFloodFigures> {
	progress.scenario(`flood of ${connections}`);
	const items = subjects.map((subject) => ({
		name: subject.name,
		measure: () => floodOnce(subject, { connections, duration: pace.seconds * 1000 }),
	}));
	return { connections, floods: await interleave(items, { rounds: pace.rounds, progress }) };
}

async function floodOnce(
	subject: Prepared,
	{ connections, duration }: { connections: number; duration: number },
): Promise<SubjectInFlood> {
	await using ends = new AsyncDisposableStack();
	const { port, end } = await subject.start();
	ends.defer(end);
	const crowd = startHelper<CrowdTasks>(new URL("./crowd-process.ts", import.meta.url));
	ends.defer(crowd.end);
	const bystanders = startHelper<BystanderTasks>(new URL("./bystanders-process.ts", import.meta.url));
	ends.defer(bystanders.end);
	const [checked, known] = people;
	if (checked === undefined || known === undefined) throw new Error("There is nobody to look at.");
	await bystanders.ask("prepare", { port, protocol: subject.protocol, checked, known });
	await crowd.ask("prepare", { port, protocol: subject.protocol, connections });

	const look = async (): Promise<Weather> =>
		weatherOf(
			await bystanders.ask("watch", { duration }),
			await bystanders.ask("hurry", { duration: duration / 2 }),
		);
	await bystanders.ask("hurry", { duration: SETTLE });
	const quiet = await look();
	await crowd.ask("begin");
	await rest(SETTLE);
	const before = await crowd.ask("count");
	const began = performance.now();
	const flood = await look();
	const seconds = (performance.now() - began) / 1000;
	const after = await crowd.ask("count");
	await crowd.ask("end");
	await bystanders.ask("leave");
	const answers = Object.fromEntries(
		Object.entries(after).map(([status, count]) => [
			status,
			(count - (before[Number(status)] ?? 0)) / seconds,
		]),
	);
	return { quiet, flood, answers };
}

function weatherOf({ checks, wrongChecks, loginsTried, logins }: Seen, checksPerSecond: number): Weather {
	return {
		p50: median(checks),
		p99: quantile(checks, 0.99),
		checksPerSecond,
		wrongChecks,
		loginsTried,
		loginsDone: logins.length,
		loginP50: logins.length === 0 ? null : median(logins),
	};
}
