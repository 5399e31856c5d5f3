/**
 * Runs all scenarios that docs/benchmarks.md shows, or one.
 *
 *   npm run bench                              all, short
 *   npm run bench -- --rounds 5 --seconds 5    all, longer
 *   npm run bench -- flood --from one
 *   npm run bench -- list                      the scenarios, as --help does
 */
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import type { Scenario } from "./scenario.ts";

const scenarios = globSync("*.ts", { cwd: join(import.meta.dirname, "scenarios") })
	.map((file) => basename(file, ".ts"))
	.sort();

const words = process.argv.slice(2);
const wantsHelp = words.some((word) => ["--help", "-h", "list"].includes(word));
const [name = "all", ...options] = words[0]?.startsWith("-") ? ["all", ...words] : words;
if (wantsHelp || !scenarios.includes(name)) {
	const problem = wantsHelp ? "" : `There is no scenario "${name}".\n`;
	process.stderr.write(`${problem}npm run bench -- <scenario> [options], of: ${scenarios.join(", ")}\n`);
	process.exitCode = wantsHelp ? 0 : 2;
} else {
	const { scenario } = (await import(`./scenarios/${name}.ts`)) as { scenario: Scenario };
	try {
		console.log(await scenario.run(options));
	} catch (error) {
		const isMistyped = String((error as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS_");
		if (!isMistyped) throw error;
		process.stderr.write(`${(error as Error).message.split(". ", 1)[0]}\n`);
		process.exitCode = 2;
	}
}
