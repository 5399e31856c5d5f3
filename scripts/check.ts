/**
 * Everything that can be said about the code without running it: one line per check, details only on failure.
 *
 *   npm run check
 */
import { join } from "node:path";
import { conflictMarkers } from "./check/conflict-markers.ts";
import { contractKeepsItsPromises } from "./check/contract.ts";
import { environmentOnlyInConfig, exactVersions, shortFiles } from "./check/house-rules.ts";
import { completeLockFile, integrityInLockFiles, noAddressesInLockFiles } from "./check/lock-file.ts";
import { plainWords } from "./check/plain-words.ts";
import { provenRules } from "./check/proven-rules.ts";
import { runProgram } from "./check/run-program.ts";

const root = join(import.meta.dirname, "..");
const modules = join(root, "node_modules");

/** Resolves to what is wrong, one finding per element; empty when all is well. */
type Check = () => Promise<string[]> | string[];

/** Each sees the types of its own target only: the server none of browsers, the pages none of Node. The root has the rest. */
const typeTargets = [
	"tsconfig.json",
	"packages/server/tsconfig.json",
	"packages/web/tsconfig.json",
	"packages/client/tsconfig.build.json",
	"packages/verify/tsconfig.build.json",
	"packages/conform/tsconfig.build.json",
];

async function checkTypes(): Promise<string[]> {
	const program = join(modules, "typescript/bin/tsc");
	const runs = typeTargets.map((target) => runProgram(program, ["--noEmit", "--pretty", "-p", target], root));
	return (await Promise.all(runs)).flat();
}

const checks: Record<string, Check> = {
	"lint and format (biome)": () =>
		runProgram(join(modules, "@biomejs/biome/bin/biome"), ["check", "--error-on-warnings"], root),
	"types (tsc)": checkTypes,
	"no conflict markers of a merge": () => conflictMarkers(root),
	"words of the field, not of a dialect": () => plainWords(root),
	"no file over 250 lines": () => shortFiles(root, 250),
	"only config.ts reads the environment": () => environmentOnlyInConfig(root),
	"exact versions in package.json": () => exactVersions(root),
	"no addresses in lock files": () => noAddressesInLockFiles(root),
	"integrity of all that lock files name": () => integrityInLockFiles(root),
	"package-lock.json is complete": () => completeLockFile(root),
	"a test for each rule of docs/security.md": () => provenRules(root),
	"the contract keeps what it promised": () => contractKeepsItsPromises(root),
};

async function report(name: string, check: Check): Promise<boolean> {
	const findings = await check();
	const ok = findings.length === 0;
	const details = findings.map((finding) => `\n${finding}`).join("");
	process.stdout.write(`${ok ? "ok    " : "failed"}  ${name}${details}\n`);
	return ok;
}

const results = await Promise.all(Object.entries(checks).map(([name, check]) => report(name, check)));
process.exitCode = results.every((ok) => ok) ? 0 : 1;
