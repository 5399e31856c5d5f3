/** How many logins a second, in both modes, beside the raw loop of the same hashing. */
import { inBothModes } from "../compare/in-both-modes.ts";
import type { Measured } from "../compare/interleave.ts";
import { type Limit, rate, ratio, rowsOf, spread } from "../compare/rows.ts";
import { comparing, type Stage, type Started, startAll } from "../compare/stage.ts";
import type { SubjectFacts } from "../compare/subject-facts.ts";
import { median, percent, showSpread, sumOf } from "../lib/statistics.ts";
import { bar, type Rows } from "../lib/table.ts";
import { createConnection, type Request } from "../load/connection.ts";
import { startHelper } from "../load/helper.ts";
import { type Loaded, loadServer } from "../load/load.ts";
import type * as LoadTasks from "../load/load-process.ts";
import { measureRawHashes } from "../load/raw-hashes-process.ts";
import type { Mode } from "../subjects/protocols.ts";
import { type Hashing, people } from "../subjects/subject.ts";

export type LoginFigures = Awaited<ReturnType<typeof measureLogins>>;

/** Enough to keep all processors hashing, whatever else a login waits for. */
const CONNECTIONS = 16;
/** The slowest do some twenty a second, of which the last ones are cut off. */
const LONGER = 1.5;

/** Right passwords only, of seven people in turns, with nothing else at work; the raw loops among the rounds. */
export async function measureLogins(stage: Stage) {
	const { subjects, pace } = stage;
	const duration = LONGER * pace.seconds * 1000;
	await using ends = new AsyncDisposableStack();
	const started = await startAll(stage, ends);
	const helper = ends.use(startHelper<typeof LoadTasks>("load-process.ts"));
	const kinds = [...new Set(subjects.map(({ hashing }) => hashing))];
	const raws = kinds.map((hashing) => {
		const measure = async () => (await measureRawHashes({ hashing, duration })).perSecond;
		return { name: hashing, measure };
	});
	const { bySubject, limit } = await inBothModes(stage, started, raws, async (each, mode, round) => {
		const { pid, port } = each.server;
		const order = { port, connections: CONNECTIONS, duration, requests: await loginsOf(each, mode) };
		return await loadServer(helper, pid, order, { warmUp: pace.warmUp && round === 0 });
	});
	/** By what is hashed with: hashes per second of a bare loop. */
	const raw: Partial<Record<Hashing, Measured<number>>> = {};
	for (const kind of kinds) raw[kind] = limit(kind);
	return { raw, logins: bySubject };
}

async function loginsOf({ server, protocol }: Started, mode: Mode): Promise<Request[]> {
	using connection = createConnection(server.port);
	const shown = await protocol.begin(connection);
	return people.slice(1).map((person) => protocol.login(person, mode, shown));
}

export function rawOf(raw: LoginFigures["raw"], hashing: Hashing): Limit | null {
	const rounds = raw[hashing]?.rounds ?? [];
	return rounds.length === 0 ? null : { perSecond: median(rounds), perProcessorSecond: null };
}

export function loginRows({ raw, logins }: LoginFigures, facts: readonly SubjectFacts[]): Rows {
	const rows = rowsOf(
		facts,
		(name) => logins[name]?.token,
		(token, { name, hashing }) => {
			const cookie = logins[name]?.cookie.rounds ?? [];
			const limit = rawOf(raw, hashing);
			const part = ratio(token, limit);
			return [
				bar(part ?? 0),
				percent(part),
				rate(token),
				percent(ratio(cookie, limit)),
				rate(cookie),
				spread(token, ({ p99 }) => p99),
				refused([...token, ...cookie]),
			];
		},
	);
	const tokens = ["token: of its limit", "", "token/s"];
	const head = ["logins", ...tokens, "cookie: of its limit", "cookie/s", "token: p99, ms", "refused"];
	const limits = Object.entries(raw).map(([kind, { rounds }]) => {
		return [`limit: ${kind}`, bar(1), "100 %", showSpread(rounds)];
	});
	return [head, ...rows, ...limits];
}

/** Right passwords all the same: the answer was 503 or none. */
function refused(rounds: readonly Loaded[]): string {
	const failed = sumOf(rounds.map((round) => round.failed));
	const answered = sumOf(rounds.map((round) => round.answered));
	return failed === 0 ? "none" : percent(failed / (failed + answered));
}

export const scenario = comparing({}, measureLogins, loginRows);
