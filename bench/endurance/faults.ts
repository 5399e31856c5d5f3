import { setTimeout as rest } from "node:timers/promises";
import type { PostgresCluster } from "../../packages/server/test/support/postgres-cluster.ts";
import type { Instances } from "./instances.ts";

export const phases = ["quiet", "one killed", "one drained", "database stopped"] as const;
export type Phase = (typeof phases)[number];

export interface Mark {
	phase: Phase;
	/** Milliseconds, of the clock of the history. */
	from: number;
}

/** Parts of the duration at which the faults begin. */
const at = { kill: 0.2, drain: 0.45, database: 0.7 };
/** Milliseconds at most; a tenth and a twentieth of a shorter run. */
const AWAY = 10_000;
const DATABASE_AWAY = 5000;
/** Still counted to the fault, when all is there again: until it is noticed everywhere. */
const RECOVERY = 3000;

/** One instance is killed, another drained, the database stopped; each comes back. Resolves at the end of the duration. */
export async function runFaults({
	duration,
	instances,
	database,
	now,
}: {
	duration: number;
	instances: Instances;
	database: PostgresCluster;
	now: () => number;
}): Promise<Mark[]> {
	const begin = now();
	const marks: Mark[] = [{ phase: "quiet", from: begin }];
	const until = (part: number) => rest(Math.max(0, begin + part * duration - now()));
	const recovered = () => rest(Math.min(RECOVERY, duration / 20));
	const mark = (phase: Phase) => marks.push({ phase, from: now() });

	await until(at.kill);
	mark("one killed");
	await instances.kill(0);
	await rest(Math.min(AWAY, duration / 10));
	await instances.start(0);
	await recovered();
	mark("quiet");

	await until(at.drain);
	mark("one drained");
	await instances.drain(1);
	await instances.start(1);
	await recovered();
	mark("quiet");

	await until(at.database);
	mark("database stopped");
	await database.halt();
	await rest(Math.min(DATABASE_AWAY, duration / 20));
	await database.resume();
	await recovered();
	mark("quiet");

	await until(1);
	return marks;
}
