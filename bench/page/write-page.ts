import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Result } from "../compare/result.ts";
import { drawCharts } from "./charts.ts";
import { printDocument } from "./document.ts";

/** benchmarks.md and its charts. */
export function writePage(result: Result, folder: string): void {
	mkdirSync(join(folder, "benchmarks"), { recursive: true });
	for (const [name, svg] of Object.entries(drawCharts(result)))
		writeFileSync(join(folder, "benchmarks", name), svg);
	writeFileSync(join(folder, "benchmarks.md"), printDocument(result));
}
