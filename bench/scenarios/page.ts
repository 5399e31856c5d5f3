/** Prints docs/benchmarks.md and the flood in README.md again from a result, the newest unless one is given, after a reason in page/goals.ts has changed. */
import { readFileSync, writeFileSync } from "node:fs";
import { printDocument } from "../page/document.ts";
import { withFlood } from "../page/readme.ts";
import { newestResult, pageFile, type Result, readmeFile, readResult } from "../page/result.ts";
import { defineScenario } from "../scenario.ts";

export function writePage(result: Result): void {
	writeFileSync(pageFile, printDocument(result));
	writeFileSync(readmeFile, withFlood(readFileSync(readmeFile, "utf8"), result));
}

export const scenario = defineScenario({}, async (_values, [file = newestResult()]) => {
	writePage(readResult(file));
	return `docs/benchmarks.md and the flood in README.md are printed from ${file}.`;
});
