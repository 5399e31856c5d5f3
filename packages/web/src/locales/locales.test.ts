import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { appearanceSettings } from "../../../server/src/platform/config/appearance-settings.ts";
import * as en from "./en/index.ts";
import * as longest from "./en-XA/index.ts";
import { eachText, longer, mirrored } from "./pseudo.ts";

const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((each) =>
	each.isDirectory(),
);

for (const { name } of folders)
	test(`${name} has the texts that English has, and no more`, async () => {
		const texts = (await import(`./${name}/index.ts`)) as object;
		assert.deepEqual(Object.keys(texts), Object.keys(en));
	});

test("an operator can choose each language that people speak", () => {
	const spoken = folders.map(({ name }) => name).filter((name) => !/-X[AB]$/.test(name));
	for (const name of spoken) assert.equal(appearanceSettings.locale.parse(name), name);
	assert.equal(appearanceSettings.locale.limits?.split(", ").length, spoken.length);
});

test("a pseudo-locale changes words and leaves names of values, code and numbers", () => {
	const texts = { a: "Put {name} in `YOUR_CODE`.", b: { c: (count: number) => `${count} of 15` } };
	const { a, b } = eachText(texts, mirrored);
	assert.match(a, /\{name\} .*`YOUR_CODE`/);
	assert.notEqual(a, texts.a);
	assert.match(b.c(7), /^7 .* 15$/);
	for (const text of ["Log in", "Try", "Authenticator app", "A code has 6 or 8 digits."])
		assert.ok(longer(text).length >= text.length * 1.4, text);
	assert.equal(longest.profileTexts.title, longer(en.profileTexts.title));
});
