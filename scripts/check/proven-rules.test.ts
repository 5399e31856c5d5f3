import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { securityTests } from "../generate/security-tests.ts";
import { provenRules } from "./proven-rules.ts";

const page = `# Rules

## Doors

| door | guard |
|---|---|
| <a id="front"></a>front | lock |
| back | bolt |

<a id="keys"></a>**Keys** are few.

## Windows

All are shut.
`;
const source = `// Proves: keys
import { it } from "node:test";

it("a key opens one door", () => {});

// Proves: front, roof
it(\`the \${name} door is locked\`, () => {});
`;

test("a rule without a name or a test is found, and so is a test of an unknown rule", (t) => {
	const root = mkdtempSync(join(tmpdir(), "sallyport-rules-"));
	t.after(() => rmSync(root, { recursive: true }));
	mkdirSync(join(root, "docs"));
	mkdirSync(join(root, "packages/house/src"), { recursive: true });
	writeFileSync(join(root, "docs/security.md"), page);
	const file = join(root, "packages/house/src/door.test.ts");
	writeFileSync(file, source);
	assert.deepEqual(provenRules(root), [
		'docs/security.md: no rule is named in "Windows"',
		'docs/security.md: no rule is named in "| back | bolt |"',
		"packages/house/src/door.test.ts: no rule is named roof",
	]);
	const printed = securityTests(root);
	const tests = "[door](../packages/house/src/door.test.ts)";
	assert.ok(printed.includes(`| [front](security.md#front): front | ${tests} |\n`), printed);
	assert.ok(printed.includes(`| [keys](security.md#keys): Keys | ${tests} |\n`), printed);

	writeFileSync(file, source.replace("// Proves: front, roof\n", "// Proves: front\n\n"));
	assert.deepEqual(provenRules(root).slice(2), [
		"docs/security.md: no test proves front",
		'packages/house/src/door.test.ts: "Proves: front" is not before the imports and not right above a test',
	]);
});
