/** Prints docs/benchmarks.md and the flood in README.md again from a result, the newest unless one is given, after a reason in page/goals.ts has changed. */
import { newestResult, readResult } from "../page/result.ts";
import { writePage } from "../page/write-page.ts";
import { defineScenario } from "../scenario.ts";

export const scenario = defineScenario({}, async (_values, [file = newestResult()]) => {
	writePage(readResult(file));
	return `docs/benchmarks.md and the flood in README.md are printed from ${file}.`;
});
