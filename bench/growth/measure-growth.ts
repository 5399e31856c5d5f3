import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { LoadTasks } from "../compare/load-process.ts";
import { createConnection, type Request } from "../lib/connection.ts";
import { type Helper, startHelper } from "../lib/helper-process.ts";
import { threadTimes } from "../lib/processor.ts";
import { startServer } from "../lib/server-process.ts";
import { temporaryFolder } from "../lib/temporary-folder.ts";
import { beginVisit, cookiesOf, postLogin } from "../lib/visit.ts";
import { serverOf } from "../subjects/server-of.ts";
import { type DatabaseName, openGrowing } from "./databases.ts";

export interface GrowthOptions {
	databases: readonly DatabaseName[];
	/** In the table, in rising order. */
	sessions: readonly number[];
	/** Checks under way at the same time. */
	concurrent: readonly number[];
	/** For each figure. */
	seconds: number;
	/** Without: no time for compilers and for PostgreSQL to tell what it has done, and figures that mean nothing. */
	careful: boolean;
	/** Different credentials of each kind. */
	people: number;
	progress: (line: string) => void;
}

export const kinds = ["cookie", "bearer"] as const;

export interface GrowthFigure {
	database: DatabaseName;
	sessions: number;
	concurrent: number;
	kind: (typeof kinds)[number];
	/** Microseconds in which the main thread had a processor, for each check. */
	cost: number;
	/** The same of a bare node:http server, right before. */
	bare: number;
	perSecond: number;
	/** Look-ups that one query answers, with whatever else is asked meanwhile; null where it is not known. */
	perQuery: number | null;
}

const PASSWORD = "brass otter lantern quill";
/** Milliseconds after which PostgreSQL has told what it has done. */
const TELLS_AFTER = 1500;
const settings = {
	SALLYPORT_COOKIE_SESSIONS_PER_USER: "1000",
	SALLYPORT_TOKEN_SESSIONS_PER_USER: "1000",
	SALLYPORT_HASH_MEMORY: "64",
	SALLYPORT_HASH_PASSES: "1",
};

export async function measureGrowth(options: GrowthOptions): Promise<GrowthFigure[]> {
	await using ends = new AsyncDisposableStack();
	const load = startHelper<LoadTasks>(new URL("../compare/load-process.ts", import.meta.url));
	ends.defer(load.end);
	const bareServer = await serverOf([fileURLToPath(new URL("../check/bare-server.ts", import.meta.url))], {
		folder: ends.use(temporaryFolder()).path,
		environment: {},
	});
	ends.defer(bareServer.end);
	const figures: GrowthFigure[] = [];
	for (const database of options.databases) {
		for await (const figure of measureDatabase(database, options, load, bareServer)) {
			figures.push(figure);
			const { kind, concurrent, cost, bare } = figure;
			options.progress(
				`  ${concurrent} at once by ${kind}: ${cost.toFixed(1)} µs, bare ${bare.toFixed(1)} µs`,
			);
		}
	}
	return figures;
}

async function* measureDatabase(
	database: DatabaseName,
	{ sessions, concurrent, seconds, careful, people, progress }: GrowthOptions,
	load: Helper<LoadTasks>,
	bareServer: { pid: number; port: number },
): AsyncGenerator<GrowthFigure> {
	using folder = temporaryFolder();
	await using growing = await openGrowing(database, folder.path);
	writeFileSync(join(folder.path, "password"), PASSWORD, { mode: 0o600 });
	const start = () => startServer(folder.path, { settings: { ...settings, ...growing.settings } });
	const measure = async (server: { pid: number; port: number }, connections: number, requests: Request[]) => {
		const order = { port: server.port, connections, duration: seconds * 1000, requests };
		const before = threadTimes(server.pid).get("main")?.ran ?? 0;
		const { answered, failed, seconds: took } = await load.ask("load", order);
		if (failed > 0) throw new Error(`${failed} of ${failed + answered} checks failed`);
		const after = threadTimes(server.pid).get("main")?.ran ?? 0;
		return { cost: ((after - before) * 1e6) / answered, perSecond: answered / took, answered };
	};

	// Makes the tables.
	await (await start()).end();
	let have = 0;
	for (const wanted of sessions) {
		progress(`${database}: ${wanted} sessions …`);
		await growing.grow(have, wanted);
		have = wanted;
		const server = await start();
		try {
			const credentials = await logIn(server.port, people);
			for (const connections of concurrent) {
				for (const kind of kinds) {
					const requests = credentials[kind].map((headers) => ({ path: "/api/auth/session", headers }));
					if (careful) await measure(server, connections, requests);
					const bare = await measure(bareServer, connections, [{ path: "/" }]);
					if (careful) await rest(TELLS_AFTER);
					const before = await growing.queries();
					const { cost, perSecond, answered } = await measure(server, connections, requests);
					if (careful) await rest(TELLS_AFTER);
					const after = await growing.queries();
					const perQuery = before === null || after === null ? null : answered / (after - before);
					yield {
						database,
						sessions: wanted,
						concurrent: connections,
						kind,
						cost,
						bare: bare.cost,
						perSecond,
						perQuery,
					};
				}
			}
		} finally {
			await server.end();
		}
	}
}

/** So many credentials of each kind, all of the admin. */
async function logIn(port: number, people: number) {
	const connection = createConnection(port);
	const credentials: Record<(typeof kinds)[number], Array<Record<string, string>>> = {
		cookie: [],
		bearer: [],
	};
	try {
		for (let made = 0; made < 2 * people; made += 1) {
			const session = made % 2 === 0;
			const visit = await beginVisit(connection);
			const answer = await postLogin(connection, {
				...visit,
				username: "admin",
				password: PASSWORD,
				session,
			});
			if (answer.status !== 200) throw new Error(`A login was answered ${answer.status} ${answer.body}`);
			const cookie = cookiesOf(answer.headers).find((pair) => pair.startsWith("sallyport-sid=")) ?? "";
			if (session) credentials.cookie.push({ cookie });
			else credentials.bearer.push({ authorization: `Bearer ${JSON.parse(answer.body).token as string}` });
		}
	} finally {
		connection.close();
	}
	return credentials;
}
