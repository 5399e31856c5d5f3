/** How many checks of a cookie or a token a second, beside a bare node:http server. */
import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { inBothModes } from "../compare/in-both-modes.ts";
import type { Measured } from "../compare/interleave.ts";
import { type Limit, rate, ratio, rowsOf, spread } from "../compare/rows.ts";
import { comparing, type Stage, startAll, startBareServer, takeCredential } from "../compare/stage.ts";
import type { SubjectFacts } from "../compare/subject-facts.ts";
import { median, percent } from "../lib/statistics.ts";
import { bar, type Rows } from "../lib/table.ts";
import type { Request } from "../load/connection.ts";
import { startHelper } from "../load/helper.ts";
import { type Loaded, loadServer } from "../load/load.ts";
import type * as LoadTasks from "../load/load-process.ts";
import { people } from "../subjects/subject.ts";

export type CheckFigures = Awaited<ReturnType<typeof measureChecks>>;

/** Enough connections to keep the server's processor busy. */
const defaults = { connections: 100, sessions: 0 };
/** Of one credential alone, Sallyport would ask PostgreSQL once for all requests of the same moment. */
const CREDENTIALS_EACH = 4;
const PROCESSORS = { server: "0", load: "1", all: `0-${availableParallelism() - 1}` };

/** All threads of a process on these processors. False where that cannot be done: no taskset of util-linux, or one processor. */
function pin(pid: number, processors: string): boolean {
	try {
		if (availableParallelism() < 2) return false;
		execFileSync("taskset", ["-a", "-c", "-p", processors, String(pid)], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
}

/** Many credentials, asked again and again: who is this? The bare server among the rounds. `sessions`: besides, in Sallyport's table. */
export async function measureChecks(stage: Stage, { connections, sessions } = defaults) {
	const { subjects, pace, say } = stage;
	await using ends = new AsyncDisposableStack();
	for (const { name, grow } of sessions === 0 ? [] : subjects) {
		if (grow !== undefined) say(`${name}: ${sessions} sessions`);
		await grow?.(sessions);
	}
	const started = await startAll(stage, ends);
	const bareServer = await startBareServer(ends);
	const helper = ends.use(startHelper<typeof LoadTasks>("load-process.ts"));
	const pinned = pin(helper.pid, PROCESSORS.load);

	const load = async ({ pid, port }: typeof bareServer, requests: Request[], round: number) => {
		pin(pid, PROCESSORS.server);
		const order = { port, connections, duration: pace.seconds * 1000, requests };
		try {
			const loaded = await loadServer(helper, pid, order, { warmUp: pace.warmUp && round === 0 });
			if (loaded.failed > 0) throw new Error(`Checks were refused: ${JSON.stringify(loaded.statuses)}`);
			return loaded;
		} finally {
			pin(pid, PROCESSORS.all);
		}
	};
	const bare = { name: "bare", measure: (round: number) => load(bareServer, [{ path: "/" }], round) };
	const { bySubject, limit } = await inBothModes(stage, started, [bare], async (each, mode, round) => {
		const path = each.protocol.check(mode);
		const requests: Request[] = [];
		for (let logins = 0; logins < (pace.warmUp ? CREDENTIALS_EACH : 1); logins += 1)
			for (const person of people) requests.push({ path, headers: await takeCredential(each, person, mode) });
		return await load(each.server, requests, round);
	});
	/** `pinned`: server and load generator had a processor each. */
	return { bare: limit("bare"), checks: bySubject, pinned };
}

export const bareOf = ({ rounds }: Measured<Loaded>): Limit => ({
	perSecond: median(rounds.map((each) => each.perSecond)),
	perProcessorSecond: median(rounds.map((each) => each.perProcessorSecond)),
});

export function checkRows({ bare, checks }: CheckFigures, facts: readonly SubjectFacts[]): Rows {
	const limit = bareOf(bare);
	const cost = (rounds: readonly Loaded[]) =>
		spread(rounds, ({ perProcessorSecond }) => 1e6 / perProcessorSecond);
	const cells = (rounds: readonly Loaded[]) => {
		const part = ratio(rounds, limit);
		return [bar(part ?? 0), percent(part), rate(rounds), cost(rounds)];
	};
	const head = (mode: string) => [`${mode}: of bare`, "", `${mode}/s`, `${mode}: processor µs`];
	const rows = rowsOf(
		facts,
		(name) => checks[name]?.cookie,
		(cookie, { name }) => [...cells(cookie), ...cells(checks[name]?.token.rounds ?? [])],
	);
	return [
		["checks", ...head("cookie"), ...head("bearer")],
		...rows,
		["limit: bare node:http", ...cells(bare.rounds)],
	];
}

export const scenario = comparing(defaults, measureChecks, checkRows);
