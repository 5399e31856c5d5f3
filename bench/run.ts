/**
 * Runs all scenarios that docs/benchmarks.md shows, or one.
 *
 *   npm run bench                              all, short
 *   npm run bench -- --rounds 5 --seconds 5    all, longer
 *   npm run bench -- flood --from one
 *   npm run bench -- list        what there is, as --help does
 */
import { globSync } from "node:fs";
import { basename, join } from "node:path";
// biome-ignore lint/correctness/useImportExtensions: the setup is plain JavaScript, for any Node; the rule expects a .mts.
import { handOver } from "../scripts/lib/hand-over.mjs";

const notScenarios = [basename(import.meta.filename), "goals.ts"];
const scenarios = globSync("*.ts", { cwd: import.meta.dirname })
	.filter((file) => !file.endsWith(".test.ts") && !notScenarios.includes(file))
	.map((file) => basename(file, ".ts"))
	.sort();

const words = process.argv.slice(2);
const wantsHelp = words.some((word) => word === "--help" || word === "-h");
const given = wantsHelp ? ["list"] : words;
const [name = "all", ...options] = given[0]?.startsWith("-") ? ["all", ...given] : given;
if (scenarios.includes(name)) {
	const file = join(import.meta.dirname, `${name}.ts`);
	process.exitCode = await handOver(process.execPath, [file, ...options]);
} else {
	const problem = name === "list" ? "" : `There is no scenario "${name}".\n`;
	process.stderr.write(`${problem}npm run bench -- <scenario> [options], of: ${scenarios.join(", ")}\n`);
	process.exitCode = name === "list" ? 0 : 2;
}
