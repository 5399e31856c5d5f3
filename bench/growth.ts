/**
 * What a check of a credential costs as sessions pile up: processor time of the main thread, by cookie and by token, with few
 * and many at once, on both databases. Linux only. Five million sessions take some minutes and 3 GB of disk to make.
 *
 *   node bench/growth.ts [--sessions 1000,100000,5000000] [--concurrent 1,10,100] [--databases sqlite,postgres] [--seconds 3]
 */
import { databaseNames } from "./growth/databases.ts";
import { type GrowthFigure, measureGrowth } from "./growth/measure-growth.ts";
import { readOptions } from "./lib/read-options.ts";
import { alignedTable } from "./lib/table.ts";

export function reportGrowth(figures: readonly GrowthFigure[]): string {
	return alignedTable([
		[
			"database",
			"sessions",
			"at once",
			"by",
			"µs",
			"bare, µs",
			"of bare",
			"checks a second",
			"checks a query",
		],
		...figures.map(({ database, sessions, concurrent, kind, cost, bare, perSecond, perQuery }) => [
			database,
			String(sessions),
			String(concurrent),
			kind,
			cost.toFixed(1),
			bare.toFixed(1),
			`${((100 * bare) / cost).toFixed(0)} %`,
			perSecond.toFixed(0),
			perQuery === null ? "-" : perQuery.toFixed(1),
		]),
	]);
}

if (import.meta.main) {
	const values = readOptions({
		sessions: { type: "string", default: "1000,100000,5000000" },
		concurrent: { type: "string", default: "1,10,100" },
		databases: { type: "string", default: databaseNames.join() },
		seconds: { type: "string", default: "3" },
	});
	const figures = await measureGrowth({
		databases: databaseNames.filter((name) => values.databases.split(",").includes(name)),
		sessions: values.sessions.split(",").map(Number),
		concurrent: values.concurrent.split(",").map(Number),
		seconds: Number(values.seconds),
		careful: true,
		people: 100,
		progress: (line) => process.stderr.write(`${line}\n`),
	});
	console.log(reportGrowth(figures));
}
