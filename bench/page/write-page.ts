import { readFileSync, writeFileSync } from "node:fs";
import { printDocument } from "./document.ts";
import { withFlood } from "./readme.ts";
import { pageFile, type Result, readmeFile } from "./result.ts";

/** docs/benchmarks.md, and the flood in README.md. */
export function writePage(result: Result): void {
	writeFileSync(pageFile, printDocument(result));
	writeFileSync(readmeFile, withFlood(readFileSync(readmeFile, "utf8"), result));
}
