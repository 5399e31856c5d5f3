import { type Item, interleave, type Measured } from "../compare/interleave.ts";
import { type Loaded, loadServer } from "../compare/load.ts";
import type { LoadTasks } from "../compare/load-process.ts";
import type { Stage } from "../compare/stage.ts";
import { type Started, startAll } from "../compare/started.ts";
import { createConnection, type Request } from "../lib/connection.ts";
import { startHelper } from "../lib/helper-process.ts";
import { type Mode, modes } from "../subjects/protocol.ts";
import { type Hashing, people } from "../subjects/subject.ts";
import { rawHashes } from "./raw-hashes.ts";

export interface LoginFigures {
	/** By what is hashed with: hashes per second of a bare loop. */
	raw: Partial<Record<Hashing, Measured<number>>>;
	/** By subject. */
	logins: Record<string, Record<Mode, Measured<Loaded>>>;
}

/** Enough to keep all processors hashing, whatever else a login waits for. */
const CONNECTIONS = 16;
/** The slowest do some twenty a second, of which the last ones are cut off. */
const LONGER = 1.5;

/** Right passwords only, of seven people in turns, with nothing else going on; the raw loops among the rounds. */
export async function measureLogins(stage: Stage): Promise<LoginFigures> {
	const { subjects, pace, progress } = stage;
	const duration = LONGER * pace.seconds * 1000;
	await using ends = new AsyncDisposableStack();
	const started = await startAll(subjects, ends);
	const helper = startHelper<LoadTasks>(new URL("../compare/load-process.ts", import.meta.url));
	ends.defer(helper.end);
	const kinds = [...new Set(subjects.map(({ hashing }) => hashing))];
	const raws = kinds.map(
		(kind): Item<number> => ({
			name: `raw ${kind}`,
			measure: () => rawHashes(kind, { subjects, duration }),
		}),
	);
	const loads = started.flatMap((each) =>
		modes.map(
			(mode): Item<Loaded> => ({
				name: `${each.subject.name} ${mode}`,
				async measure(round) {
					const requests = await loginsOf(each, mode);
					const order = { port: each.server.port, connections: CONNECTIONS, duration, requests };
					return loadServer(helper, each.server.pid, order, { warmUp: pace.warmUp && round === 0 });
				},
			}),
		),
	);
	progress.scenario("login");
	const measured = await interleave<number | Loaded>([...raws, ...loads], { rounds: pace.rounds, progress });
	const of = <Figures>(name: string) => measured[name] as Measured<Figures>;
	return {
		raw: Object.fromEntries(kinds.map((kind) => [kind, of<number>(`raw ${kind}`)])),
		logins: Object.fromEntries(
			subjects.map(({ name }) => [
				name,
				{ token: of<Loaded>(`${name} token`), cookie: of<Loaded>(`${name} cookie`) },
			]),
		),
	};
}

async function loginsOf({ server, protocol }: Started, mode: Mode): Promise<Request[]> {
	const connection = createConnection(server.port);
	try {
		const shown = await protocol.begin(connection);
		return people.slice(1).map((person) => protocol.login(person, mode, shown));
	} finally {
		connection.close();
	}
}
