import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const read = (root: string, path: string): string => readFileSync(join(root, path), "utf8");

/** What people wrote: printed files follow their source, and say so in their name, folder or first line. */
function handWritten(root: string, patterns: readonly string[]): string[] {
	const exclude = ["**/node_modules/**", "**/dist/**", "**/generated/**", "**/*.generated.*"];
	return globSync(patterns, { cwd: root, exclude })
		.filter((path) => !/generated (by|from)/i.test(read(root, path).split("\n", 1)[0] ?? ""))
		.sort();
}

/** A file that cannot be read in one sitting holds more than one idea. */
export function shortFiles(root: string, limit: number): string[] {
	return handWritten(root, ["{packages/*/{src,test},scripts,bench}/**/*.{ts,tsx,mts,js,mjs,css,html}"])
		.map((path) => ({ path, lines: read(root, path).trimEnd().split("\n").length }))
		.filter(({ lines }) => lines > limit)
		.map(({ path, lines }) => `${path}: ${lines} lines`);
}

/** The ways around `process.env` that the linter does not see. */
const ENVIRONMENT_ASIDE = /from "node:process"|\{[^{}]*\benv\b[^{}]*\}\s*=\s*process\b/;

/** Only one file may read the environment, so that every setting is listed, checked and documented. */
export function environmentOnlyInConfig(root: string): string[] {
	return handWritten(root, ["packages/*/src/**/*.{ts,tsx}"])
		.filter((path) => !path.endsWith(join("platform", "config", "config.ts")) && !/\.test\.tsx?$/.test(path))
		.filter((path) => ENVIRONMENT_ASIDE.test(read(root, path)))
		.map((path) => `${path}: take settings from config.ts`);
}

interface Manifest {
	dependencies?: Record<string, string>;
	devDependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
}

/** A range would let two machines test different software. */
export function exactVersions(root: string): string[] {
	return [
		"package.json",
		...globSync("{bench,bench/peers/*,packages/*,runtime/*}/package.json", { cwd: root }).sort(),
	].flatMap((path) => {
		const manifest = JSON.parse(read(root, path)) as Manifest;
		return Object.entries({
			...manifest.dependencies,
			...manifest.devDependencies,
			...manifest.optionalDependencies,
		})
			.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version))
			.map(([name, version]) => `${path}: ${name} ${version}`);
	});
}
