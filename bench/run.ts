/**
 * Runs one scenario, or lists them.
 *
 *   npm run bench
 *   npm run bench -- flood --from one
 */
import { globSync } from "node:fs";
import { basename, join } from "node:path";
// biome-ignore lint/correctness/useImportExtensions: it is plain JavaScript; the rule expects a .mts beside it.
import { handOver } from "../scripts/setup/hand-over.mjs";

const scenarios = globSync("*.ts", { cwd: import.meta.dirname })
	.filter((file) => !file.endsWith(".test.ts") && file !== basename(import.meta.filename))
	.map((file) => basename(file, ".ts"))
	.sort();

const [name, ...options] = process.argv.slice(2);
if (name !== undefined && scenarios.includes(name)) {
	const file = join(import.meta.dirname, `${name}.ts`);
	process.exitCode = await handOver(process.execPath, [file, ...options]);
} else {
	const problem = name === undefined ? "" : `There is no scenario "${name}".\n`;
	process.stderr.write(`${problem}npm run bench -- <scenario> [options], of: ${scenarios.join(", ")}\n`);
	process.exitCode = name === undefined ? 0 : 2;
}
