import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { lineAndColumn, offsetOfMistake } from "./json-mistake.ts";

const mistakes: Array<[text: string, where: string]> = [
	["", "line 1, column 1"],
	['{"a":}', "line 1, column 6"],
	['{"a":1,}', "line 1, column 8"],
	['{"a" 1}', "line 1, column 6"],
	['{"a":1 "b":2}', "line 1, column 8"],
	['{"a":NaN}', "line 1, column 6"],
	["{'a':1}", "line 1, column 2"],
	['{"a":"tab\there"}', "line 1, column 6"],
	['{"a":"\\x"}', "line 1, column 6"],
	['{"a":01}', "line 1, column 7"],
	['{"a":[1,]}', "line 1, column 9"],
	['{"a":[1}', "line 1, column 8"],
	['{"a":1', "line 1, column 7"],
	['{"a":1}}', "line 1, column 8"],
	['{"a":1} {', "line 1, column 9"],
	['{\n\t"🎈": "x",\r\n\t"b" "y"\n}', "line 3, column 6"],
	['{"🎈🎈" 1}', "line 1, column 7"],
];
for (const [text, where] of mistakes) {
	test(`${JSON.stringify(text)} stops being JSON at ${where}`, () => {
		assert.throws(() => JSON.parse(text));
		assert.equal(lineAndColumn(text, offsetOfMistake(text)), where);
	});
}

test("no mistake is found in JSON", () => {
	const property = fc.property(fc.json(), fc.nat(2), (text, indent) => {
		const written = JSON.stringify(JSON.parse(text), null, indent);
		assert.equal(offsetOfMistake(written), written.length);
	});
	fc.assert(property);
});

test("a text with a mistake is one that JSON.parse refuses", () => {
	const property = fc.property(fc.json(), fc.nat(), fc.string(), (text, at, inserted) => {
		const place = at % (text.length + 1);
		const broken = text.slice(0, place) + inserted + text.slice(place + 1);
		const offset = offsetOfMistake(broken);
		assert.ok(offset <= broken.length);
		if (offset < broken.length) assert.throws(() => JSON.parse(broken));
	});
	fc.assert(property);
});
