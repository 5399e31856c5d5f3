/** Prints docs/benchmarks.md again from a result, the newest unless one is given, after a reason in page/goals.ts has changed. */
import { writeFileSync } from "node:fs";
import { printDocument } from "../page/document.ts";
import { newestResult, pageFile, readResult } from "../page/result.ts";
import { defineScenario } from "../scenario.ts";

export const scenario = defineScenario({}, async (_values, [file = newestResult()]) => {
	writeFileSync(pageFile, printDocument(readResult(file)));
	return `docs/benchmarks.md is printed from ${file}.`;
});
