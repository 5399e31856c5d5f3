/**
 * Who gets at the hashing threads: owners with the right password on unknown devices, and known devices, while one known
 * device floods, or strangers from many addresses, of networks of their own or all of one /48.
 *
 *   node bench/lanes.ts [--flood 24,320,2000] [--owners 30]
 */
import { inspect } from "node:util";
import { type LaneFigures, measureLanes } from "./lanes/measure-lanes.ts";
import { reportLanes } from "./lanes/report.ts";
import { readOptions } from "./lib/read-options.ts";

const options = {
	/** Requests in flight, each from an address of its own unless one device sends them all. */
	flood: { type: "string", default: "24,320,2000" },
	owners: { type: "string", default: "30" },
} as const;

if (import.meta.main) {
	const { flood, owners } = readOptions(options);
	const floods = flood.split(",").map(Number);
	const measured = (figures: LaneFigures) => console.error(reportLanes([figures]));
	const figures = await measureLanes({ floods, owners: Number(owners), measured });
	console.log(reportLanes(figures));
	const wrong = figures.flatMap((each) => each.wrong);
	if (wrong.length > 0)
		console.log(`answered wrongly, or not at all: ${wrong.length}, such as ${inspect(wrong.slice(0, 3))}`);
}
