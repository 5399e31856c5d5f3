import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";

/** A sentence and the same in German, as written in the source. */
const pair = /en: (["`])((?:(?!\1).)+)\1,\s*de: (["`])((?:(?!\3).)+)\3/gs;

/** Settings, commands, their options and names, paths, and values that are put in. */
const literal =
	/\$\{PROGRAM\} [a-z-]+|\$\{[\w.]+\}|(?<=\$\{inGerman\()\w+|SALLYPORT_\w+|--\w[\w-]*|\b[A-Z]{2,}\b|default_\w+|chmod \d+|\/\w+\/\w+/g;

const literalsIn = (text = "") =>
	[...text.matchAll(literal)].map(([found]) => found.replace(/^\$\{(\w+)(\.(en|de|length))?\}/, "$1")).sort();

it("a finding names the same settings, commands and values in each language", () => {
	const files = globSync("check-*.ts", { cwd: import.meta.dirname });
	const pairs = files.flatMap((file) => [
		...readFileSync(join(import.meta.dirname, file), "utf8").matchAll(pair),
	]);
	assert.ok(pairs.length > 50, String(pairs.length));
	for (const [, , en, , de] of pairs) assert.deepEqual(literalsIn(de), literalsIn(en), en);
});
