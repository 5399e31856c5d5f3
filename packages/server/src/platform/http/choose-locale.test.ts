import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseLocale } from "./choose-locale.ts";

const available = ["ar-XB", "de", "en", "pt-BR"];

const accepted = [
	["de", "de"],
	["de-AT,en;q=0.5", "de"],
	["en-GB;q=0.8, de-CH;q=0.9", "de"],
	["fr, nl;q=0.9, pt-br;q=0.8", "pt-BR"],
	["en;q=0, de;q=0.1", "de"],
	["fr", "en"],
	["*", "en"],
	["", "en"],
	[undefined, "en"],
	["de;q=2, ar-XB;q=x", "en"],
	["ar, pt", "en"],
	["../../de, __proto__, de\u0000, <de>", "en"],
	[`${"fr,".repeat(5000)}de`, "en"],
	[`${"de-".repeat(5000)}de`, "de"],
] as const;

for (const [header, locale] of accepted)
	test(`Accept-Language ${header?.slice(0, 40)} gets ${locale}`, () => {
		assert.equal(chooseLocale(available, { wanted: [null], accepted: header, otherwise: "en" }), locale);
	});

test("what is wanted by name goes before what the browser accepts, in its order", () => {
	const choose = (...wanted: Array<string | null>) =>
		chooseLocale(available, { wanted, accepted: "en", otherwise: "en" });
	assert.equal(choose("de", "pt-BR"), "de");
	assert.equal(choose(null, "de"), "de");
	assert.equal(choose("tlh", "DE-de"), "de");
	assert.equal(choose("../../x"), "en");
});
