/**
 * Prints docs/benchmarks.md and its charts again from a result, after a reason in goals.ts has changed.
 *
 *   node bench/page.ts [bench/results/2026-01-31.json]      the newest unless given
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Result } from "./compare/result.ts";
import { writePage } from "./page/write-page.ts";

if (import.meta.main) {
	const folder = join(import.meta.dirname, "results");
	const newest = globSync("20*.json", { cwd: folder }).sort().at(-1);
	const file = process.argv[2] ?? (newest === undefined ? undefined : join(folder, newest));
	if (file === undefined) throw new Error("There is no result yet: npm run bench");
	writePage(JSON.parse(readFileSync(file, "utf8")) as Result, join(import.meta.dirname, "../docs"));
	console.log(`docs/benchmarks.md is printed from ${file}.`);
}
