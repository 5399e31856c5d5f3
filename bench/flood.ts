/**
 * What a flood of wrong passwords does to everybody else: 200 connections guess for users that do not exist, while ten
 * connections check credentials and known people log in. Beside it the same without the flood.
 *
 *   node bench/flood.ts [--from one] [--connections 200] [--quiet 8] [--flood 12] [--profile] [--save]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FloodOptions, measureFlood } from "./flood/measure-flood.ts";
import { reportFlood } from "./flood/report.ts";
import { readOptions } from "./lib/read-options.ts";

const options = {
	/** many: each guess from another address, as from a botnet; one: all from the same, which the throttle ends. */
	from: { type: "string", default: "many" },
	connections: { type: "string", default: "200" },
	/** Seconds. */
	quiet: { type: "string", default: "8" },
	flood: { type: "string", default: "12" },
	/** Where the main thread spends its time; slows it down. */
	profile: { type: "boolean", default: false },
	/** Keep the figures in bench/results/. */
	save: { type: "boolean", default: false },
} as const;

function readFloodOptions(): FloodOptions & { save: boolean } {
	const values = readOptions(options);
	if (values.from !== "many" && values.from !== "one") throw new Error("--from is many or one.");
	return {
		from: values.from,
		connections: Number(values.connections),
		quiet: Number(values.quiet) * 1000,
		flood: Number(values.flood) * 1000,
		alone: 5000,
		closedLoop: 3000,
		recovery: 10_000,
		raw: 3000,
		profile: values.profile,
		save: values.save,
	};
}

if (import.meta.main) {
	const { save, ...wanted } = readFloodOptions();
	const figures = await measureFlood(wanted);
	console.log(reportFlood(figures));
	if (save) {
		const folder = join(import.meta.dirname, "results");
		const file = join(folder, `flood-${new Date().toISOString().replaceAll(":", "")}.json`);
		mkdirSync(folder, { recursive: true });
		writeFileSync(file, `${JSON.stringify(figures, null, "\t")}\n`);
		console.log(`\nSaved as ${file}.`);
	}
}
