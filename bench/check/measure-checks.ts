import { fileURLToPath } from "node:url";
import { type Item, interleave, type Measured } from "../compare/interleave.ts";
import { type Loaded, loadServer } from "../compare/load.ts";
import type { LoadTasks } from "../compare/load-process.ts";
import { canPin, pin, unpin } from "../compare/pin.ts";
import type { Stage } from "../compare/stage.ts";
import { startAll, takeCredential } from "../compare/started.ts";
import type { Request } from "../lib/connection.ts";
import { startHelper } from "../lib/helper-process.ts";
import { temporaryFolder } from "../lib/temporary-folder.ts";
import { type Mode, modes } from "../subjects/protocol.ts";
import { serverOf } from "../subjects/server-of.ts";
import { people } from "../subjects/subject.ts";

export interface CheckFigures {
	/** A bare node:http server under the same load. */
	bare: Measured<Loaded>;
	/** By subject. */
	checks: Record<string, Record<Mode, Measured<Loaded>>>;
	/** Server and load generator had a processor each. */
	pinned: boolean;
}

/** Enough to keep the server's processor busy. */
const CONNECTIONS = 100;
/** Different ones: of one alone, Sallyport would ask PostgreSQL once for all who ask at the same moment. */
const CREDENTIALS_EACH = 4;
const PROCESSORS = { server: 0, load: 1 };

/** Many credentials, asked again and again: who is this? The bare server among the rounds. */
export async function measureChecks(stage: Stage): Promise<CheckFigures> {
	const { subjects, pace, progress } = stage;
	await using ends = new AsyncDisposableStack();
	const started = await startAll(subjects, ends);
	const bareServer = await serverOf([fileURLToPath(new URL("./bare-server.ts", import.meta.url))], {
		folder: ends.use(temporaryFolder()).path,
		environment: {},
	});
	ends.defer(bareServer.end);
	const helper = startHelper<LoadTasks>(new URL("../compare/load-process.ts", import.meta.url));
	ends.defer(helper.end);
	pin(helper.pid, PROCESSORS.load);

	const load = async (
		{ pid, port }: { pid: number; port: number },
		requests: Request[],
		round: number,
	): Promise<Loaded> => {
		pin(pid, PROCESSORS.server);
		const order = { port, connections: CONNECTIONS, duration: pace.seconds * 1000, requests };
		try {
			const loaded = await loadServer(helper, pid, order, { warmUp: pace.warmUp && round === 0 });
			if (loaded.failed > 0) throw new Error(`Checks were refused: ${JSON.stringify(loaded.statuses)}`);
			return loaded;
		} finally {
			unpin(pid);
		}
	};
	const bare: Item<Loaded> = {
		name: "bare node:http",
		measure: (round) => load(bareServer, [{ path: "/" }], round),
	};
	const checks = started.flatMap((each) =>
		modes.map(
			(mode): Item<Loaded> => ({
				name: `${each.subject.name} ${mode}`,
				async measure(round) {
					const path = each.protocol.check(mode);
					const requests: Request[] = [];
					for (let logins = 0; logins < (pace.warmUp ? CREDENTIALS_EACH : 1); logins += 1) {
						for (const person of people)
							requests.push({ path, headers: await takeCredential(each, person, mode) });
					}
					return load(each.server, requests, round);
				},
			}),
		),
	);
	progress.scenario("check");
	const measured = await interleave([bare, ...checks], { rounds: pace.rounds, progress });
	const of = (name: string): Measured<Loaded> => measured[name] ?? { rounds: [], problem: "not measured" };
	return {
		bare: of(bare.name),
		checks: Object.fromEntries(
			subjects.map(({ name }) => [name, { token: of(`${name} token`), cookie: of(`${name} cookie`) }]),
		),
		pinned: canPin(),
	};
}
