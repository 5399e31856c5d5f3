import { Session } from "node:inspector";
import type { Client } from "pg";
import pg from "#pg";

/** What a process has said to PostgreSQL, and which functions that talk to a database it has not called. */
export interface WatchedSql {
	/** Different texts. */
	statements: string[];
	/** Settings that are requested when a connection begins. */
	settings: string[];
	/** "file function" of those that know SQL; true: called. */
	functions: Record<string, boolean>;
}

/** To be called before any of the service is loaded. Watches until it is asked for what it saw. */
export function watchSql(): () => Promise<WatchedSql> {
	const statements = new Set<string>();
	const settings = new Set<string>();
	const { query } = pg.Client.prototype;
	pg.Client.prototype.query = function (this: Client, ...given: unknown[]) {
		const [what] = given as [string | { text?: string }];
		const text = typeof what === "string" ? what : what.text;
		if (text !== undefined) statements.add(text);
		return Reflect.apply(query, this, given);
	} as typeof query;
	const connection = pg.Connection.prototype as unknown as { startup(requested: object): void };
	const { startup } = connection;
	connection.startup = function (requested) {
		for (const name of Object.keys(requested)) settings.add(name);
		startup.call(this, requested);
	};

	const inspector = new Session();
	inspector.connect();
	inspector.post("Profiler.enable");
	inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
	return () =>
		new Promise((resolve, reject) => {
			inspector.post("Profiler.takePreciseCoverage", (problem, coverage) => {
				if (problem !== null) return reject(problem);
				const functions: Record<string, boolean> = {};
				for (const { url, functions: found } of coverage.result) {
					const [, file] = /\/packages\/server\/src\/(.+-store\.ts)$/.exec(url) ?? [];
					if (file === undefined) continue;
					for (const { functionName: name, ranges } of found)
						if (name !== "") functions[`${file} ${name}`] = (ranges[0]?.count ?? 0) > 0;
				}
				resolve({ statements: [...statements], settings: [...settings], functions });
			});
		});
}
