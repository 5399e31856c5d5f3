/** What the scenarios share that compare products: the same subjects, one after the other in turns. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { problemOf } from "../lib/problem.ts";
import { type RunningServer, startServer, temporaryFolder } from "../lib/processes.ts";
import { alignedTable, type Rows } from "../lib/table.ts";
import { createConnection, type Headers } from "../load/connection.ts";
import { defineScenario, type Scenario } from "../scenario.ts";
import { peers } from "../subjects/peers.ts";
import { type Mode, type Person, type Protocol, protocols } from "../subjects/protocols.ts";
import { sallyportBefore, sallyportOnPostgres, sallyportOnSqlite } from "../subjects/sallyport.ts";
import type { Deployment, Subject } from "../subjects/subject.ts";
import { failuresOf } from "./rows.ts";
import { factsOf, type SubjectFacts } from "./subject-facts.ts";

export const allSubjects: readonly Subject[] = [sallyportOnSqlite, sallyportOnPostgres, ...peers];

/** How thoroughly. */
export interface Pace {
	rounds: number;
	/** Of each measurement; autocannon knows only whole ones. */
	seconds: number;
	/** Whether the first round of each subject is preceded by load that does not count. */
	warmUp: boolean;
}

export interface Stage extends AsyncDisposable {
	pace: Pace;
	say(what: string): void;
	subjects: Array<Subject & Deployment>;
	facts: SubjectFacts[];
}

/** Makes the databases of all subjects, once for all scenarios; they go with the stage. */
export async function prepareStage(
	wanted: readonly Subject[],
	given: Pick<Stage, "pace" | "say">,
): Promise<Stage> {
	await using ends = new AsyncDisposableStack();
	const folder = ends.use(temporaryFolder());
	const subjects: Stage["subjects"] = [];
	const [facts, missing]: [SubjectFacts[], SubjectFacts[]] = [[], []];
	for (const subject of wanted) {
		given.say(`preparing ${subject.title}`);
		const own = join(folder.path, subject.name);
		mkdirSync(own);
		try {
			const deployment = await subject.prepare(own);
			ends.defer(async () => deployment.close?.());
			subjects.push({ ...subject, ...deployment });
			facts.push(factsOf(subject, deployment.version, null));
		} catch (error) {
			missing.push(factsOf(subject, null, problemOf(error)));
		}
	}
	const kept = ends.move();
	const dispose = { [Symbol.asyncDispose]: () => kept.disposeAsync() };
	return { ...given, subjects, facts: [...facts, ...missing], ...dispose };
}

/** Of every scenario that compares. `before`: the folder of another commit, which takes the place of the peers. */
const shared = { rounds: 3, seconds: 2, only: "", before: "" };

/** A scenario that compares products and prints one table. `options`: its own, numbers. */
export const comparing = <Figures, Options extends Record<string, number>>(
	options: Options,
	measure: (stage: Stage, options: Options) => Promise<Figures>,
	rowsOf: (figures: Figures, facts: readonly SubjectFacts[]) => Rows,
): Scenario =>
	defineScenario({ ...shared, ...options }, async (values) => {
		const given = values as unknown as typeof shared & Options;
		return await onStage(given, async (stage) => {
			const figures = await measure(stage, given);
			return { figures, tables: [rowsOf(figures, stage.facts)] };
		});
	});

type Comparison = { figures: unknown; tables: Rows[]; notes?: string[] };

/** Prepares the products, measures, and resolves to the tables and what failed. */
export async function onStage(
	{ rounds, seconds, before, ...values }: typeof shared,
	measure: (stage: Stage) => Promise<Comparison>,
): Promise<string> {
	const all =
		before === "" ? allSubjects : [sallyportOnSqlite, ...sallyportBefore(before), sallyportOnPostgres];
	const names = all.map(({ name }) => name);
	const only = values.only === "" ? names : values.only.split(",");
	const unknown = only.find((name) => !names.includes(name));
	if (unknown !== undefined) throw new Error(`There is no subject ${unknown}, only: ${names.join(", ")}.`);
	const began = performance.now();
	const say = (what: string) => {
		const at = Math.round((performance.now() - began) / 1000);
		process.stderr.write(`${String(at).padStart(4)} s  ${what}\n`);
	};
	const pace = { rounds, seconds, warmUp: true };
	await using stage = await prepareStage(
		all.filter(({ name }) => only.includes(name)),
		{ pace, say },
	);
	const { figures, tables, notes = [] } = await measure(stage);
	return [...tables.map(alignedTable), ...failuresOf(stage.facts, figures), ...notes].join("\n\n");
}

export interface Started {
	subject: Subject & Deployment;
	server: RunningServer;
	protocol: Protocol;
}

/** All of them, each in its own process; those that are not measured at the moment do nothing. */
export async function startAll({ subjects }: Stage, ends: AsyncDisposableStack): Promise<Started[]> {
	const started: Started[] = [];
	for (const subject of subjects) {
		const server = ends.use(await subject.start());
		started.push({ subject, server, protocol: protocols[subject.protocol] });
	}
	return started;
}

/** The limit of a check: node:http that answers as much, and has nothing to find out. */
export async function startBareServer(ends: AsyncDisposableStack): Promise<RunningServer> {
	const words = [fileURLToPath(new URL("./bare-server.ts", import.meta.url))];
	const folder = ends.use(temporaryFolder()).path;
	const environment = (port: number) => ({ PORT: String(port) });
	return ends.use(await startServer({ words, folder, environment, patience: 3000 }));
}

/** Logs in and proves the credential: the check must tell who the person is, and nothing without it. */
export async function takeCredential(
	{ server, protocol }: Pick<Started, "server" | "protocol">,
	person: Person,
	mode: Mode,
): Promise<Headers> {
	using connection = createConnection(server.port);
	const shown = await protocol.begin(connection);
	const headers = protocol.credential(await connection.send(protocol.login(person, mode, shown)), mode);
	const path = protocol.check(mode);
	if (!protocol.isChecked(await connection.send({ path, headers }), person))
		throw new Error("The credential of a login does not tell who it is.");
	const without = await connection.send({ path });
	if (without.status === 200 && without.body.includes(person.username))
		throw new Error("The check tells a name without a credential.");
	return headers;
}
