import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { checkLibraries } from "./check-libraries.ts";
import { lateImports } from "./late-imports.ts";

const source = join(import.meta.dirname, "../..");
const LOADER = /^(?:export )?const (load\w+) = \(\) => import\("[^"]+"\);$/;

describe("what the service loads late", () => {
	it("is on doctor's list, all of it: each import() is the loader of its file, and the list names it", () => {
		const files = globSync("**/*.ts", { cwd: source }).filter(
			// A command loads what it is when it is typed.
			(path) => !path.endsWith(".test.ts") && !path.startsWith("operator/cli/"),
		);
		const found = files.flatMap((path) => {
			const lines = readFileSync(join(source, path), "utf8").split("\n");
			const late = lines.filter((line) => /(?<!typeof )\bimport\(/.test(line) && !/^\s*(\*|\/)/.test(line));
			return late.map((line) => LOADER.exec(line)?.[1] ?? `${path}: ${line.trim()}`);
		});
		const listed = Object.values(lateImports).flatMap((loaders) => loaders.map(({ name }) => name));
		assert.deepEqual(found.sort(), listed.sort());
	});

	it("is reported by what cannot be done, in one line that cannot steer a terminal", async () => {
		const broken = () => Promise.reject(new Error("it asks for a polyfill\u001b[2J\nRequire stack:"));
		const checks = await Array.fromAsync(checkLibraries({ mail: [async () => {}], passkeys: [broken] }));
		assert.deepEqual(
			checks.map(({ status, fact }) => `${status} ${fact}`),
			["failed passkeys: it asks for a polyfill\\u{1b}[2J"],
		);
		assert.match(checks[0]?.advice ?? "", /install the package again/);
	});
});
