import { StatementSync } from "node:sqlite";
import pg, { type Client } from "pg";
import builtPg from "#pg";

/** Statements that each instance sends every second, whatever is asked of it. */
const isRoutine = (sql: string): boolean => sql.includes('from "sealing_keys"');

/** One that the connection has prepared before, for which PostgreSQL gets no more than a name. */
const PREPARED = "a prepared statement";

/** Every statement that a database is given during the act, in this process: the only service in it must be the one that is watched. */
export async function watchStatements(act: (seen: readonly string[]) => Promise<unknown>): Promise<string[]> {
	const seen: string[] = [];
	const note = (sql: string) => {
		if (!isRoutine(sql)) seen.push(sql);
	};
	const { all, run } = StatementSync.prototype;
	const watch = (original: typeof run) =>
		function (this: StatementSync, ...values: Parameters<typeof run>) {
			note(this.sourceSQL);
			return original.apply(this, values);
		};
	// The built program has one, and a test of its source has another.
	const clients = [builtPg, pg].map(({ Client: { prototype } }) => ({ prototype, query: prototype.query }));
	Object.assign(StatementSync.prototype, { all: watch(all as unknown as typeof run), run: watch(run) });
	for (const { prototype, query } of clients)
		prototype.query = function (this: Client, ...given: unknown[]) {
			const [what] = given as [string | { text?: string }];
			note(typeof what === "string" ? what : (what.text ?? PREPARED));
			return Reflect.apply(query, this, given);
		} as typeof query;
	try {
		await act(seen);
	} finally {
		Object.assign(StatementSync.prototype, { all, run });
		for (const { prototype, query } of clients) prototype.query = query;
	}
	return seen;
}

/** The fewest of five times: what else runs in this process, such as a look at the signing keys, only adds to them. */
export async function fewestStatements(act: () => Promise<unknown>): Promise<string[]> {
	const seen: string[][] = [];
	for (let times = 0; times < 5; times += 1) seen.push(await watchStatements(act));
	const [fewest = []] = seen.sort((one, other) => one.length - other.length);
	return fewest;
}
