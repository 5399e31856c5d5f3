/**
 * Three instances behind nginx on PostgreSQL serve everything at once, while one is killed, one is drained and the database
 * is stopped. Compares all that was answered with what may be answered. Ends with code 1 if anything was wrong.
 *
 *   node bench/endurance.ts [--seconds 300] [--keep-history FILE] [--workers 20] [--front nginx|round-robin]
 */
import { writeFileSync } from "node:fs";
import { frontHere } from "./endurance/front.ts";
import { measureEndurance } from "./endurance/measure-endurance.ts";
import { reportEndurance } from "./endurance/report.ts";
import { isRight } from "./endurance/verdict.ts";
import { readOptions } from "./lib/read-options.ts";

const options = {
	seconds: { type: "string", default: "300" },
	/** As lines of JSON: one per call. */
	"keep-history": { type: "string" },
	workers: { type: "string", default: "20" },
	/** nginx where it is installed. */
	front: { type: "string" },
} as const;

if (import.meta.main) {
	const values = readOptions(options);
	const { front = frontHere() } = values;
	if (front !== "nginx" && front !== "round-robin") throw new Error("--front is nginx or round-robin.");
	const figures = await measureEndurance({
		duration: Number(values.seconds) * 1000,
		workers: Number(values.workers),
		pace: 400,
		operatorPause: 4000,
		front,
		settings: {
			SALLYPORT_HASH_MEMORY: "19456",
			SALLYPORT_HASH_PASSES: "2",
			SALLYPORT_HASH_THREADS: "2",
		},
	});
	const { "keep-history": file } = values;
	if (file !== undefined)
		writeFileSync(file, figures.calls.map((call) => `${JSON.stringify(call)}\n`).join(""));
	console.log(reportEndurance(figures));
	if (!isRight(figures)) process.exitCode = 1;
}
