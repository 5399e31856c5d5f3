import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { plainWords } from "./plain-words.ts";

test("each word of the dialect in a comment, a string or a document is found with its line, and no name is", (t) => {
	const root = mkdtempSync(join(tmpdir(), "sallyport-words-"));
	t.after(() => rmSync(root, { recursive: true }));
	const write = (name: string, ...lines: string[]) => {
		mkdirSync(dirname(join(root, name)), { recursive: true });
		writeFileSync(join(root, name), `${lines.join("\n")}\n`);
	};
	write(
		"packages/verify/src/door.ts",
		'import type { Demand } from "./demand.ts";',
		"/**",
		" * A stranger waits. With a `demand` the caller does too.",
		" */",
		"export function open(demand: Demand): string {",
		'	const { demanded } = demand; // perhaps: "demanded"',
		// biome-ignore lint/suspicious/noTemplateCurlyInString: the test writes this template literal into a file.
		"	return demanded ? `${demand} goes on` : 'Nobody, at http://a.example';",
		"}",
	);
	write(
		"docs/page.md",
		"Neither this nor that: `demand`, [rule](#two-step-demanded), session.nobody and $demand.",
		"A Thief insists; normal northern winds, nor more.",
	);
	write("docs/decisions/0001-door.md", "# 1. Neither open nor closed", "", "It is surplus.");
	write("docs/printed.md", "# Errors", "", "<!-- Printed from errors.ts by npm run generate. -->", "nor");
	write("CHANGELOG.md", "Strangers wait.");
	execFileSync("git", ["init", "--quiet"], { cwd: root });
	execFileSync("git", ["add", "--all"], { cwd: root });
	write("untracked.md", "Whoever comes.");
	const found = plainWords(root).map((line) => line.replace(/: write .*/, ""));
	assert.deepEqual(found, [
		'docs/decisions/0001-door.md:3: "surplus"',
		'docs/page.md:2: "Thief"',
		'docs/page.md:2: "insists"',
		'docs/page.md:2: "nor"',
		'packages/verify/src/door.ts:3: "stranger"',
		'packages/verify/src/door.ts:6: "perhaps"',
		'packages/verify/src/door.ts:7: "goes on"',
		'packages/verify/src/door.ts:7: "Nobody"',
	]);
});
