import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");
const setup = readFileSync(join(root, "scripts/setup.mjs"), "utf8");
const builds = [...setup.matchAll(/folder: "([^"]+)",[^[]*also: \[([^\]]*)\]/g)].map(
	([, folder = "", also = ""]) => ({
		folder,
		sources: [folder, ...[...also.matchAll(/"([^"]+)"/g)].map(([, path = ""]) => path)],
	}),
);

/** What a file imports by its place, types aside. */
function importsOf(path: string): string[] {
	const text = readFileSync(join(root, path), "utf8");
	const found = [...text.matchAll(/^(?:import|export)\s(?!type\s)[^;]*?from "(\.[^"]+)"/gm)];
	return found.map(([, target = ""]) => relative(root, join(root, dirname(path), target)));
}

for (const { folder, sources } of builds)
	test(`${folder} is built again when anything changes that it imports`, () => {
		const files = globSync(`${folder}/{*,src/**/*}.{ts,tsx}`, { cwd: root, exclude: ["**/node_modules/**"] });
		const made = files.filter((path) => !path.endsWith(".test.ts") && !path.endsWith(".test.tsx"));
		assert.ok(made.length > 5);
		const unseen = made
			.flatMap(importsOf)
			.filter((path) => !sources.some((each) => path === each || path.startsWith(`${each}/`)));
		assert.deepEqual([...new Set(unseen)], []);
	});
