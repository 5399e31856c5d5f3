/**
 * How long `sallyport user import` takes, on each database, and how much memory. Linux only.
 *
 *   node bench/import.ts [--users 100000]
 */
import { type ImportFigures, measureImport } from "./import/measure-import.ts";
import { readOptions } from "./lib/read-options.ts";
import { alignedTable } from "./lib/table.ts";

export function reportImport(users: number, figures: readonly ImportFigures[]): string {
	return alignedTable([
		[`${users} users`, "", "seconds", "users a second", "most resident, MB"],
		...figures.map(({ database, what, seconds, resident }) => [
			database,
			what,
			seconds.toFixed(1),
			(users / seconds).toFixed(0),
			resident.toFixed(0),
		]),
	]);
}

if (import.meta.main) {
	const values = readOptions({ users: { type: "string", default: "100000" } });
	const users = Number(values.users);
	console.log(reportImport(users, await measureImport(users)));
}
